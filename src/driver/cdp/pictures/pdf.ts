/** Prints a page to PDF. */
import type { PdfOptions } from '../../driver.js';
import type { Session } from '../connection.js';

export async function printPdf(
  session: Session,
  { landscape = false, background = true, scale = 1, ...scope }: PdfOptions = {},
): Promise<Uint8Array> {
  const { data } = await session.send(
    'Page.printToPDF',
    { landscape, printBackground: background, scale, preferCSSPageSize: true },
    scope,
  );
  return Buffer.from(data, 'base64');
}
