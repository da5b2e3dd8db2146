/** Prints a page to PDF. */
import type { FrameId, PdfOptions } from '../../driver.js';
import type { Connection } from '../connection.js';

export async function printPdf(
  connection: Connection,
  main: FrameId,
  { landscape = false, background = true, scale = 1, ...scope }: PdfOptions = {},
): Promise<Uint8Array> {
  const { data } = await connection.send(
    'browsingContext.print',
    { context: main, orientation: landscape ? 'landscape' : 'portrait', background, scale },
    { ...scope, endsWith: main },
  );
  return Buffer.from(data, 'base64');
}
