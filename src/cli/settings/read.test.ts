import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../command.js';
import { readSettings } from './read.js';

const folder = mkdtempSync(join(tmpdir(), 'sightline-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function configFile(content: unknown): string {
  const file = join(folder, 'config.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('settings', () => {
  it('come from flags, variables and the file, in this order', () => {
    const config = configFile({
      browser: { contextOptions: { userAgent: 'file' } },
      testIdAttribute: 'file',
    });
    const env = {
      PLAYWRIGHT_MCP_USER_AGENT: 'theirs',
      SIGHTLINE_USER_AGENT: 'ours',
      PLAYWRIGHT_MCP_HOST: 'theirs',
      SIGHTLINE_TOKEN: 'from a variable',
    };
    expect(readSettings(['--config', config, '--token', 'flag'], env).settings).toEqual({
      config,
      token: 'flag',
      userAgent: 'ours',
      host: 'theirs',
      testIdAttribute: 'file',
    });
  });

  it.skipIf(process.platform === 'win32')('a file that never ends is refused at once', () => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    expect(() => readSettings(['--config', fifo], {})).toThrow('it is a FIFO or a socket, not a file');
    expect(() => readSettings(['--config', '/dev/zero'], {})).toThrow('it has more than 100000000 bytes');
  });

  it.each([
    [['--headless'], { headless: true }],
    [['--headless=false'], { headless: false }],
    [['--no-sandbox'], { sandbox: false }],
    [['--sandbox'], { sandbox: true }],
    [['--viewport-size', '800x600'], { viewport: { width: 800, height: 600 } }],
    [['--viewport-size=800,600'], { viewport: { width: 800, height: 600 } }],
    [['--caps', 'vision,pdf'], { caps: ['vision', 'pdf'] }],
    [['--caps', 'vision', 'pdf', '--headless'], { caps: ['vision', 'pdf'], headless: true }],
    [
      ['--allowed-origins', 'https://a.example;https://b.example'],
      { allowedOrigins: ['https://a.example', 'https://b.example'] },
    ],
    [['--cdp-header', 'X-A: 1', '--cdp-header', 'X-B: a:b'], { cdpHeaders: { 'X-A': '1', 'X-B': 'a:b' } }],
    [['--init-script', 'a.js', 'b.js'], { initScripts: [resolve('/base/a.js'), resolve('/base/b.js')] }],
    [['--timeout-action', '0'], { timeoutAction: 0 }],
    [['--remote-header', 'X-Empty'], { remoteHeaders: { 'X-Empty': '' } }],
    [['--vision'], { vision: true }],
  ])('%j', (args, settings) => {
    expect(readSettings(args, {}, resolve('/base')).settings).toEqual(settings);
  });

  it('are read from variables as from flags', () => {
    const env = {
      PLAYWRIGHT_MCP_SANDBOX: 'false',
      PLAYWRIGHT_MCP_CDP_HEADERS: 'X-A: 1',
      PLAYWRIGHT_MCP_SECRETS_FILE: 'secrets.env',
      PLAYWRIGHT_MCP_PORT: '8931',
      PLAYWRIGHT_MCP_HEADLESS: '',
    };
    expect(readSettings([], env, '/base').settings).toEqual({
      sandbox: false,
      cdpHeaders: { 'X-A': '1' },
      secretsFile: resolve('/base/secrets.env'),
      port: 8931,
    });
    expect(readSettings([], { PLAYWRIGHT_MCP_NO_SANDBOX: 'true' }).settings).toEqual({ sandbox: false });
  });

  it("are read from a file in Playwright MCP's shape; what is not known there is named", () => {
    const config = configFile({
      browser: {
        browserName: 'chromium',
        isolated: true,
        launchOptions: { channel: 'chrome', headless: false, slowMo: 5, proxy: { server: 'http://p:1' } },
        contextOptions: { viewport: null, serviceWorkers: 'block', permissions: ['geolocation'] },
        remoteEndpoint: { endpoint: 'ws://h:1/session' },
        initScript: ['./init.js'],
      },
      server: { port: 8931, allowedHosts: ['a.example'] },
      capabilities: ['core', 'pdf'],
      outputDir: './out',
      network: { blockedOrigins: ['https://ads.example'] },
      timeouts: { action: 1, navigation: 2, idle: 0 },
      snapshot: { mode: 'none' },
      secrets: { KEY: 'value' },
      frobnicate: { deep: true },
    });
    const { settings, notes } = readSettings(['--config', config], {}, '/base');
    expect(settings).toEqual({
      config,
      browser: 'chromium',
      channel: 'chrome',
      isolated: true,
      headless: false,
      slowMo: 5,
      proxyServer: 'http://p:1',
      viewport: null,
      blockServiceWorkers: true,
      permissions: ['geolocation'],
      endpoint: 'ws://h:1/session',
      initScripts: [join(folder, 'init.js')],
      port: 8931,
      allowedHosts: ['a.example'],
      caps: ['core', 'pdf'],
      outputDir: resolve('/base/out'),
      blockedOrigins: ['https://ads.example'],
      timeoutAction: 1,
      timeoutNavigation: 2,
      idleTimeout: 0,
      snapshotMode: 'none',
      secrets: { KEY: 'value' },
    });
    expect(notes).toEqual([
      'config.json: browser.launchOptions.slowMo has no effect: actions wait for what they need',
      'config.json: frobnicate is unknown and has no effect',
    ]);
  });

  it('are read from an INI file', () => {
    const config = configFile(
      [
        '; the same names as in JSON',
        'browser.isolated = true',
        'browser.contextOptions.viewport.width = 800',
        'browser.contextOptions.viewport.height = 600',
        'browser.launchOptions.args[] = --one',
        'browser.launchOptions.args[] = "--two=a;b"',
        '[server]',
        'port = 8931 # a comment',
      ].join('\n'),
    );
    expect(readSettings(['--config', config], {}).settings).toEqual({
      config,
      isolated: true,
      viewport: { width: 800, height: 600 },
      args: ['--one', '--two=a;b'],
      port: 8931,
    });
    expect(() => readSettings(['--config', configFile('[server')], {})).toThrow('cannot be read as');
  });

  it('without effect are named in a line each', () => {
    expect(readSettings(['--extension'], { PLAYWRIGHT_MCP_PROFILE_DIR_NAME: 'Work' }).notes).toEqual([
      '--extension has no effect: there is no extension; start the browser with remote debugging and use --cdp-endpoint',
      'PLAYWRIGHT_MCP_PROFILE_DIR_NAME has no effect: there is no extension',
    ]);
    expect(readSettings(['--codegen', 'none', '--no-webmcp'], {}).notes).toEqual([]);
  });

  it.each([
    [['--frobnicate'], {}, "Unknown option '--frobnicate'."],
    [['--headles'], {}, "Unknown option '--headles'. Did you mean --headless?"],
    [['x'], {}, 'Unexpected argument "x"'],
    [['--browser', 'webkit'], {}, '--browser must be one of chromium, firefox, chrome, msedge, not "webkit"'],
    [['--port', '70000'], {}, '--port must be a whole number up to 65535, not "70000"'],
    [['--port'], {}, '--port needs a value'],
    [['--cdp-header', 'no colon'], {}, '--cdp-header must be like "Name: value", not "no colon"'],
    [[], { PLAYWRIGHT_MCP_HEADLESS: 'maybe' }, 'PLAYWRIGHT_MCP_HEADLESS must be true or false, not "maybe"'],
    [['--config', '/nowhere.json'], {}, 'The config file nowhere.json cannot be read'],
  ])('%j %j is refused', (args, env, message) => {
    expect(() => readSettings(args, env)).toThrow(UsageError);
    expect(() => readSettings(args, env)).toThrow(message);
  });

  it('of the wrong type in a file are refused', () => {
    const config = configFile({ server: { port: 'high' } });
    expect(() => readSettings(['--config', config], {})).toThrow(
      'config.json: server.port must be a whole number',
    );
    expect(() => readSettings(['--config', configFile('[')], {})).toThrow('cannot be read as JSON');
  });
});
