/**
 * Shows progress: a bar in a terminal, plain lines elsewhere. Callers use stderr, because stdout is for results.
 */
export interface ProgressBar {
  show(line: string, share?: number): void;
  /** Leaves the cursor on a fresh line. */
  end(): void;
}

export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const WIDTH = 24;

export function progressBar(stream: ProgressStream): ProgressBar {
  let line = '';
  let drawn = '';
  const terminal = stream.isTTY === true;
  const end = () => {
    if (terminal && drawn !== '') stream.write('\n');
    line = '';
    drawn = '';
  };
  return {
    show(next, share) {
      if (next !== line) {
        end();
        line = next;
        if (!terminal) stream.write(`${next}\n`);
      }
      if (!terminal) return;
      const text = (share === undefined ? next : `${bar(share)} ${next}`).slice(
        0,
        (stream.columns ?? 80) - 1,
      );
      if (text === drawn) return;
      stream.write(`\r\x1b[K${text}`);
      drawn = text;
    },
    end,
  };
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  return `[${'='.repeat(filled)}${' '.repeat(WIDTH - filled)}]${percent}`;
}
