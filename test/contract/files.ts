import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { DriverPage } from '../../src/driver/driver.js';
import { type Fixture, frameAt, PageLog } from './fixture.js';
import { click } from './input.js';

const NAMES = '() => [...document.querySelector("input").files].map((file) => file.name)';

export function fileCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);
  const folder = mkdtempSync(join(tmpdir(), 'sightline-files-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string) => {
    const path = join(folder, name);
    writeFileSync(path, `content of ${name}`);
    return path;
  };

  check('files are set on inputs, in a cross-origin frame too', async () => {
    const { otherOrigin } = fixture.server;
    fixture.server.serve({
      '/form':
        '<input type="file" multiple><script>document.querySelector("input").onchange = (event) => { window.changed = event.isTrusted; }</script>',
    });
    const page = await fixture.show(`<input type="file"><iframe src="${otherOrigin}/form"></iframe>`);
    for (const frame of [page.mainFrame, frameAt(page, `${otherOrigin}/form`).id]) {
      const input = await page.handle(frame, '() => document.querySelector("input")', '');
      if (!input) throw new Error('no input');
      const paths = frame === page.mainFrame ? [file('one.txt')] : [file('one.txt'), file('two.txt')];
      await page.setFiles(input, paths);
      expect(await page.evaluate(frame, NAMES, [])).toEqual(
        paths.map((path) => path.slice(folder.length + 1)),
      );
      const read = '() => document.querySelector("input").files[0].text()';
      expect(await page.evaluate(frame, read, [])).toBe('content of one.txt');
      await page.setFiles(input, []);
      expect(await page.evaluate(frame, NAMES, [])).toEqual([]);
      await page.release([input]);
    }
  });

  check('a click on a file input opens no window but reports the input', async () => {
    const page = await fixture.show(
      '<style>* { margin: 0 }</style><input type="file" multiple style="position: absolute; left: 0; top: 0; width: 200px; height: 40px">',
    );
    const log = new PageLog(page);
    await page.input(page.mainFrame, click({ x: 20, y: 20 }));
    const { frame, multiple, input } = await log.first('file-chooser');
    expect([frame, multiple]).toEqual([page.mainFrame, true]);
    if (!input) throw new Error('no input');
    await page.setFiles(input, [file('three.txt')]);
    expect(await page.evaluate(page.mainFrame, NAMES, [])).toEqual(['three.txt']);
    await page.release([input]);
  });

  check('downloads are saved and reported', async () => {
    serveDownload(fixture);
    const page = await fixture.newPage(await fixture.newContext({ downloadsFolder: folder }));
    await fixture.open(page, `${fixture.server.origin}/offers`);
    const log = new PageLog(page);
    await startDownload(page);
    const started = await log.first('download-started');
    expect(started).toMatchObject({ url: `${fixture.server.origin}/report`, suggestedName: 'report.csv' });
    const ended = await log.first('download-ended');
    expect([ended.id, ended.error]).toEqual([started.id, undefined]);
    expect(readFileSync(ended.path ?? '', 'utf8')).toBe('a,b\n1,2\n');
    expect(ended.path?.startsWith(folder)).toBe(true);
    expect(ended.path?.endsWith(started.suggestedName)).toBe(true);
  });

  check('without a folder a download is refused', async () => {
    serveDownload(fixture);
    const page = await fixture.newPage(await fixture.newContext());
    await fixture.open(page, `${fixture.server.origin}/offers`);
    const log = new PageLog(page);
    await startDownload(page);
    const started = await log.first('download-started');
    const ended = await log.first('download-ended');
    expect([ended.id, ended.path]).toEqual([started.id, undefined]);
    expect(ended.error).toBeTruthy();
  });
}

function serveDownload(fixture: Fixture): void {
  fixture.server.serve({
    '/offers': '<a href="/report">report</a>',
    '/report': (_, response) => {
      response.setHeader('content-type', 'text/csv');
      response.setHeader('content-disposition', 'attachment; filename="report.csv"');
      response.end('a,b\n1,2\n');
    },
  });
}

async function startDownload(page: DriverPage): Promise<void> {
  await page.evaluate(page.mainFrame, '() => document.querySelector("a").click()', []);
}
