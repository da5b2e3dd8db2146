/**
 * Playwright and its MCP server, for comparison only: from a given folder (`SIGHTLINE_BENCH_PEERS`, with a
 * `node_modules` in it), or fetched into a temporary one. Never a dependency.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The parts of it that benchmarks use. */
export interface Playwright {
  chromium: {
    launch(options: { executablePath: string; args: string[] }): Promise<{
      version(): string;
      newPage(): Promise<PlaywrightPage>;
      close(): Promise<void>;
    }>;
  };
}

export interface PlaywrightPage {
  goto(url: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  locator(selector: string): { click(): Promise<void>; fill(value: string): Promise<void> };
}

export interface Peer {
  playwright: Playwright;
  version: string;
  dispose(): void;
}

export function loadPlaywright(): Peer {
  const { require, dispose } = peerFolder('playwright-core');
  const { version }: { version: string } = require('playwright-core/package.json');
  return { playwright: require('playwright-core'), version, dispose };
}

/** The script that starts Playwright MCP. */
export function locatePlaywrightMcp(): { script: string; version: string; dispose(): void } {
  const { require, dispose } = peerFolder('@playwright/mcp@0.0.83');
  const manifest = require.resolve('@playwright/mcp/package.json');
  const { version }: { version: string } = require(manifest);
  return { script: join(dirname(manifest), 'cli.js'), version, dispose };
}

export interface TokenPeers {
  /** The scripts that start the servers. */
  playwrightMcp: string;
  chromeDevtoolsMcp: string;
  versions: { playwrightMcp: string; chromeDevtoolsMcp: string };
  /** In the encoding of GPT-4o and later. */
  countTokens(text: string): number;
  dispose(): void;
}

export function locateForTokens(): TokenPeers {
  const { require, dispose } = peerFolder(
    '@playwright/mcp@0.0.83',
    'chrome-devtools-mcp@1.11.0',
    'gpt-tokenizer@3',
  );
  const located = (name: string, script: string) => {
    const manifest = require.resolve(`${name}/package.json`);
    const { version }: { version: string } = require(manifest);
    return { version, script: join(dirname(manifest), script) };
  };
  const playwright = located('@playwright/mcp', 'cli.js');
  const chrome = located('chrome-devtools-mcp', 'build/src/bin/chrome-devtools-mcp.js');
  const { encode }: { encode(text: string): number[] } = require('gpt-tokenizer/encoding/o200k_base');
  return {
    playwrightMcp: playwright.script,
    chromeDevtoolsMcp: chrome.script,
    versions: { playwrightMcp: playwright.version, chromeDevtoolsMcp: chrome.version },
    countTokens: (text) => encode(text).length,
    dispose,
  };
}

export interface TaskPeers {
  playwrightMcp: string;
  playwrightCli: string;
  versions: { playwrightMcp: string; playwrightCli: string };
  countTokens(text: string): number;
  /** Finds the apps that come from npm. */
  require: NodeJS.Require;
  dispose(): void;
}

export function locateForTasks(): TaskPeers {
  const { require, dispose } = peerFolder(
    '@playwright/mcp@0.0.83',
    '@playwright/cli@0.1.22',
    'gpt-tokenizer@3',
    'tiddlywiki@5',
    'swagger-ui-dist@5',
  );
  const located = (name: string, script: string) => {
    const manifest = require.resolve(`${name}/package.json`);
    const { version }: { version: string } = require(manifest);
    return { version, script: join(dirname(manifest), script) };
  };
  const mcp = located('@playwright/mcp', 'cli.js');
  const cli = located('@playwright/cli', 'playwright-cli.js');
  const { encode }: { encode(text: string): number[] } = require('gpt-tokenizer/encoding/o200k_base');
  return {
    playwrightMcp: mcp.script,
    playwrightCli: cli.script,
    versions: { playwrightMcp: mcp.version, playwrightCli: cli.version },
    countTokens: (text) => encode(text).length,
    require,
    dispose,
  };
}

export function peerFolder(...what: string[]): { path: string; require: NodeJS.Require; dispose(): void } {
  const given = process.env.SIGHTLINE_BENCH_PEERS;
  const folder = given ?? mkdtempSync(join(tmpdir(), 'sightline-peers-'));
  if (given === undefined)
    // Without their scripts: some download a browser, and the installed one is used here.
    execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', folder, ...what], {
      stdio: 'ignore',
    });
  return {
    path: folder,
    require: createRequire(join(folder, 'package.json')),
    dispose: () => {
      if (given === undefined) rmSync(folder, { recursive: true });
    },
  };
}
