/**
 * Tries every flag, variable and config key of Playwright MCP 0.0.83 with a value, and tells what becomes of it. One that
 * is refused is an error.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../src/cli/settings/read.js';
import { configPaths, type Setting, variables } from '../src/cli/settings/setting.js';
import { SETTINGS } from '../src/cli/settings/table.js';

/** Without a value: a switch. */
const FLAGS: Readonly<Record<string, string | undefined>> = {
  'allowed-hosts': 'localhost:8931',
  'allowed-origins': 'https://a.example;https://b.example',
  'allow-unrestricted-file-access': undefined,
  'blocked-origins': 'https://ads.example',
  'block-service-workers': undefined,
  browser: 'chrome',
  caps: 'vision,pdf,devtools,tracing,tabs,history,wait,install',
  'cdp-endpoint': 'http://localhost:9222',
  'cdp-header': 'X-Empty',
  'cdp-timeout': '30000',
  codegen: 'python',
  'console-level': 'error',
  device: 'iPhone 15',
  mobile: undefined,
  'executable-path': '/usr/bin/chromium',
  extension: undefined,
  endpoint: 'ws://localhost:1/session',
  'file-paths': 'relative',
  'grant-permissions': 'geolocation,clipboard-read',
  headless: undefined,
  host: 'localhost',
  'idle-timeout': '0',
  'ignore-https-errors': undefined,
  'init-page': 'page.ts',
  'init-script': 'init.js',
  isolated: undefined,
  'image-responses': 'omit',
  'no-sandbox': undefined,
  'no-webmcp': undefined,
  'output-dir': 'out',
  'output-max-size': '1000000',
  port: '8931',
  'profile-dir-name': 'Profile 1',
  'proxy-bypass': 'localhost',
  'proxy-server': 'http://proxy:3128',
  'remote-header': 'X-A: 1',
  sandbox: undefined,
  'save-session': undefined,
  secrets: 'secrets.env',
  'shared-browser-context': undefined,
  'snapshot-boxes': undefined,
  'snapshot-mode': 'full',
  'storage-state': 'state.json',
  'test-id-attribute': 'data-qa',
  'timeout-action': '5000',
  'timeout-navigation': '60000',
  'timeout-settle': '500',
  'user-agent': 'Agent/1',
  'user-data-dir': 'profile',
  'viewport-size': '1280x720',
  vision: undefined,
};

const KEYS: Readonly<Record<string, unknown>> = {
  'browser.browserName': 'chromium',
  'browser.isolated': true,
  'browser.userDataDir': 'profile',
  'browser.cdpEndpoint': 'http://localhost:9222',
  'browser.cdpHeaders': { 'X-A': '1' },
  'browser.cdpTimeout': 1,
  'browser.remoteEndpoint': 'ws://localhost:1/session',
  'browser.remoteHeaders': { 'X-A': '1' },
  'browser.initPage': ['page.ts'],
  'browser.initScript': ['init.js'],
  'browser.launchOptions.args': ['--lang=de'],
  'browser.launchOptions.channel': 'chrome',
  'browser.launchOptions.chromiumSandbox': true,
  'browser.launchOptions.devtools': true,
  'browser.launchOptions.downloadsPath': 'downloads',
  'browser.launchOptions.env': { LANG: 'de' },
  'browser.launchOptions.executablePath': '/usr/bin/chromium',
  'browser.launchOptions.firefoxUserPrefs': { 'dom.w3c_touch_events.enabled': 1 },
  'browser.launchOptions.handleSIGHUP': true,
  'browser.launchOptions.handleSIGINT': true,
  'browser.launchOptions.handleSIGTERM': true,
  'browser.launchOptions.headless': true,
  'browser.launchOptions.ignoreDefaultArgs': ['--mute-audio'],
  'browser.launchOptions.proxy.server': 'http://proxy:3128',
  'browser.launchOptions.proxy.bypass': 'localhost',
  'browser.launchOptions.proxy.username': 'me',
  'browser.launchOptions.proxy.password': 'secret',
  'browser.launchOptions.slowMo': 1,
  'browser.launchOptions.timeout': 1,
  'browser.launchOptions.tracesDir': 'traces',
  'browser.contextOptions.acceptDownloads': true,
  'browser.contextOptions.baseURL': 'http://localhost',
  'browser.contextOptions.bypassCSP': true,
  'browser.contextOptions.clientCertificates': [],
  'browser.contextOptions.colorScheme': 'dark',
  'browser.contextOptions.contrast': 'more',
  'browser.contextOptions.deviceScaleFactor': 2,
  'browser.contextOptions.extraHTTPHeaders': { 'X-A': '1' },
  'browser.contextOptions.forcedColors': 'active',
  'browser.contextOptions.geolocation': { latitude: 52.5, longitude: 13.4 },
  'browser.contextOptions.hasTouch': true,
  'browser.contextOptions.httpCredentials.username': 'me',
  'browser.contextOptions.httpCredentials.password': 'secret',
  'browser.contextOptions.httpCredentials.origin': 'https://a.example',
  'browser.contextOptions.ignoreHTTPSErrors': true,
  'browser.contextOptions.isMobile': true,
  'browser.contextOptions.javaScriptEnabled': false,
  'browser.contextOptions.locale': 'de-DE',
  'browser.contextOptions.offline': true,
  'browser.contextOptions.permissions': ['geolocation'],
  'browser.contextOptions.proxy.server': 'http://proxy:3128',
  'browser.contextOptions.recordHar.path': 'run.har',
  'browser.contextOptions.recordVideo.dir': 'videos',
  'browser.contextOptions.recordVideo.size': { width: 800, height: 600 },
  'browser.contextOptions.reducedMotion': 'reduce',
  'browser.contextOptions.screen': { width: 800, height: 600 },
  'browser.contextOptions.serviceWorkers': 'block',
  'browser.contextOptions.storageState': 'state.json',
  'browser.contextOptions.strictSelectors': true,
  'browser.contextOptions.timezoneId': 'Europe/Berlin',
  'browser.contextOptions.userAgent': 'Agent/1',
  'browser.contextOptions.viewport': { width: 800, height: 600 },
  extension: true,
  'server.port': 8931,
  'server.host': 'localhost',
  'server.allowedHosts': ['localhost'],
  capabilities: ['core', 'pdf'],
  codegen: 'java',
  'console.level': 'error',
  allowUnrestrictedFileAccess: true,
  filePaths: 'absolute',
  imageResponses: 'allow',
  'network.allowedOrigins': ['https://a.example'],
  'network.blockedOrigins': ['https://ads.example'],
  outputDir: 'out',
  outputMaxSize: 1,
  saveSession: true,
  saveVideo: { width: 800, height: 600 },
  secrets: { KEY: 'value' },
  sharedBrowserContext: true,
  'snapshot.mode': 'full',
  'snapshot.boxes': true,
  testIdAttribute: 'data-qa',
  'timeouts.action': 1,
  'timeouts.expect': 1,
  'timeouts.idle': 1,
  'timeouts.navigation': 1,
  'timeouts.settle': 1,
  webmcp: false,
};

interface Tried {
  names: string[];
  outcome: string;
}

/** One row for each setting: all of its names that Playwright MCP has. */
export function trySettings(): Tried[] {
  const rows = new Map<Setting<unknown> | string, Tried>();
  const add = (setting: Setting<unknown> | string, name: string, notes: string[]) => {
    const only = typeof setting === 'object' && setting.help.includes('Chromium only');
    const row = rows.get(setting) ?? { names: [], outcome: only ? 'works in Chromium' : 'works' };
    row.names.push(name);
    const [note] = notes;
    if (note !== undefined) row.outcome = note.replace(/^.* has no effect/, 'no effect');
    rows.set(setting, row);
  };
  for (const [flag, value] of Object.entries(FLAGS)) {
    const setting = settingWith((each) => each.flag === flag || each.offFlag === flag);
    if (!setting) throw new Error(`Playwright MCP has --${flag}`);
    const args = value === undefined ? [`--${flag}`] : [`--${flag}`, value];
    add(setting, `--${flag}`, readSettings(args, {}).notes);
    for (const { name } of variables(setting))
      if (name.startsWith('PLAYWRIGHT_MCP_') && !rows.get(setting)?.names.includes(name))
        add(setting, name, readSettings([], { [name]: value ?? 'true' }).notes);
  }
  for (const [path, value] of Object.entries(KEYS))
    add(settingWith((each) => configPaths(each).includes(path)) ?? path, path, notesOfKey(path, value));
  return [...rows.values()];
}

function settingWith(wanted: (setting: Setting<unknown>) => boolean): Setting<unknown> | undefined {
  return Object.values<Setting<unknown>>(SETTINGS).find(wanted);
}

function notesOfKey(path: string, value: unknown): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-config-'));
  try {
    const file = join(folder, 'config.json');
    const nested = path.split('.').reduceRight<unknown>((inside, key) => ({ [key]: inside }), value);
    writeFileSync(file, JSON.stringify(nested));
    return readSettings(['--config', file], {}).notes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
