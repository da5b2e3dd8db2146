/** Pictures become video in a hidden page of ours: browsers have encoders, and Node has none. */

interface Encoding {
  readonly encoder: VideoEncoder;
  readonly canvas: OffscreenCanvas;
  readonly done: EncodedChunk[];
  /** Called with every chunk. */
  onChunk: () => void;
  failure: string;
  nextKey: number;
}

export interface EncodedChunk {
  /** In base64. */
  data: string;
  /** Milliseconds. */
  time: number;
  isKey: boolean;
}

/** The page is ours: nobody else keeps anything in it. */
const kept = globalThis as { encoding?: Encoding };

/** Milliseconds between pictures that need no other to be drawn. */
const KEY_PACE = 5_000;
/** Milliseconds that a picture is waited for; else it comes with the next one. */
const LONGEST = 1_000;

export async function startVideo(width: number, height: number): Promise<void> {
  const done: EncodedChunk[] = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      done.push({ data: btoa(text), time: chunk.timestamp / 1_000, isKey: chunk.type === 'key' });
      kept.encoding?.onChunk();
    },
    error: ({ message }) => {
      if (kept.encoding) kept.encoding.failure = message;
    },
  });
  encoder.configure({ codec: 'vp8', width, height, bitrate: 1_500_000, latencyMode: 'realtime' });
  const canvas = new OffscreenCanvas(width, height);
  kept.encoding = { encoder, canvas, done, onChunk: () => undefined, failure: '', nextKey: 0 };
}

/** Adds a JPEG in base64, if there is one, and returns what has been encoded by now; `isLast`: everything. */
export async function encodeVideo(jpeg: string, time: number, isLast: boolean): Promise<EncodedChunk[]> {
  const { encoding } = kept;
  if (!encoding) throw new Error('no video has been started');
  if (encoding.failure !== '') throw new Error(encoding.failure);
  const { encoder, canvas, done } = encoding;
  if (jpeg !== '') {
    await draw(canvas, jpeg);
    const isKey = time >= encoding.nextKey;
    if (isKey) encoding.nextKey = time + KEY_PACE;
    const frame = new VideoFrame(canvas, { timestamp: time * 1_000 });
    const encoded = new Promise<void>((resolve) => {
      encoding.onChunk = resolve;
      setTimeout(resolve, LONGEST);
    });
    encoder.encode(frame, { keyFrame: isKey });
    frame.close();
    await encoded;
  }
  if (isLast) await encoder.flush();
  return done.splice(0);
}

/** As large as it fits, in the middle. */
async function draw(canvas: OffscreenCanvas, jpeg: string): Promise<void> {
  const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('there is no canvas to draw on');
  const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  context.fillStyle = 'black';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  picture.close();
}
