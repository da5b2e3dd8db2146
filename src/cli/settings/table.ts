/**
 * Every setting of the server, once: flags, variables, the config file, `--help` and docs/configuration.md are
 * made from this table. Names and meanings are those of Playwright MCP where it has them.
 */
import * as kind from './kind.js';
import { type Setting, setting } from './setting.js';

export const BROWSER = {
  browser: setting({
    flag: 'browser',
    kind: kind.oneOf('chromium', 'firefox', 'chrome', 'msedge'),
    config: 'browser.browserName',
    help: 'Browser to use. chromium is whichever of Chrome, Chromium and Edge is installed. Default: chromium',
  }),
  channel: setting({
    kind: kind.oneOf('chromium', 'chrome', 'msedge'),
    config: 'browser.launchOptions.channel',
    help: 'Product of the engine that browserName names',
  }),
  executablePath: setting({
    flag: 'executable-path',
    kind: kind.path('file'),
    config: 'browser.launchOptions.executablePath',
    help: 'This browser and no other',
  }),
  headless: setting({
    flag: 'headless',
    kind: kind.flag,
    config: 'browser.launchOptions.headless',
    help: 'Without a window: the default',
  }),
  headed: setting({ flag: 'headed', kind: kind.flag, ours: true, help: 'With a window' }),
  isolated: setting({
    flag: 'isolated',
    kind: kind.flag,
    config: 'browser.isolated',
    help: 'A fresh profile, removed at the end: the default',
  }),
  userDataDir: setting({
    flag: 'user-data-dir',
    kind: kind.path('folder'),
    config: 'browser.userDataDir',
    help: 'A profile to keep; all clients of the server share it',
  }),
  storageState: setting({
    flag: 'storage-state',
    kind: kind.path('file'),
    config: 'browser.contextOptions.storageState',
    help: "Cookies and local storage to start with, in Playwright's format",
  }),
  sandbox: setting({
    flag: 'sandbox',
    offFlag: 'no-sandbox',
    kind: kind.flag,
    config: 'browser.launchOptions.chromiumSandbox',
    help: "The browser's own sandbox. Default: on, except for Chromium as root, which can't start with it",
  }),
  args: setting({
    flag: 'browser-arg',
    kind: kind.texts('argument'),
    ours: true,
    config: 'browser.launchOptions.args',
    help: "Arguments for the browser's command line, as --browser-arg=--lang=de",
  }),
  cdpEndpoint: setting({
    flag: 'cdp-endpoint',
    kind: kind.named('url'),
    config: 'browser.cdpEndpoint',
    help: 'Join a Chromium that runs already: http://host:port or ws://…; it keeps running at the end',
  }),
  cdpHeaders: setting({
    flag: 'cdp-header',
    kind: kind.headers,
    env: ['SIGHTLINE_CDP_HEADERS', 'PLAYWRIGHT_MCP_CDP_HEADERS'],
    config: 'browser.cdpHeaders',
    help: 'Sent with the request that connects',
  }),
  cdpTimeout: setting({
    flag: 'cdp-timeout',
    kind: kind.milliseconds,
    config: 'browser.cdpTimeout',
    help: 'How long connecting may take. Default: 30000',
  }),
  endpoint: setting({
    flag: 'endpoint',
    kind: kind.named('url'),
    config: {
      path: 'browser.remoteEndpoint',
      from: (value) => (kind.isRecord(value) ? value.endpoint : value),
    },
    help: "Join a browser at its CDP or WebDriver BiDi address (ws://…/session); a Playwright server's is not one",
  }),
};

export const PAGES = {
  viewport: setting({
    flag: 'viewport-size',
    kind: kind.size,
    config: 'browser.contextOptions.viewport',
    help: 'Size of pages in CSS pixels. Default: 1280x720',
  }),
  device: setting({
    flag: 'device',
    kind: kind.named('name'),
    help: 'Size, pixel ratio, touch and user agent of a device, like "iPhone 15"',
  }),
  mobile: setting({
    flag: 'mobile',
    kind: kind.flag,
    help: 'As --device with a common telephone; pages for telephones are shorter',
  }),
  userAgent: setting({
    flag: 'user-agent',
    kind: kind.text,
    config: 'browser.contextOptions.userAgent',
    help: 'What pages and servers are told about the browser',
  }),
  locale: setting({
    flag: 'locale',
    kind: kind.named('tag'),
    ours: true,
    config: 'browser.contextOptions.locale',
    help: 'Language, as de-DE',
  }),
  timezone: setting({
    flag: 'timezone',
    kind: kind.named('zone'),
    ours: true,
    config: 'browser.contextOptions.timezoneId',
    help: 'Time zone, as Europe/Berlin',
  }),
  colorScheme: setting({
    flag: 'color-scheme',
    kind: kind.oneOf('light', 'dark'),
    ours: true,
    config: 'browser.contextOptions.colorScheme',
    help: 'What pages are told that the user prefers; the way to dark pages in Firefox',
  }),
  reducedMotion: setting({
    kind: kind.oneOf('reduce', 'no-preference'),
    config: 'browser.contextOptions.reducedMotion',
    help: 'Whether pages are told to move less',
  }),
  forcedColors: setting({
    kind: kind.oneOf('active', 'none'),
    config: 'browser.contextOptions.forcedColors',
    help: 'Whether pages have to use the colours of the user',
  }),
  contrast: setting({
    kind: kind.oneOf('more', 'no-preference'),
    config: 'browser.contextOptions.contrast',
    help: 'Whether pages are told to show more contrast',
  }),
  permissions: setting({
    flag: 'grant-permissions',
    kind: kind.list('permission', ','),
    config: 'browser.contextOptions.permissions',
    help: 'Granted to every page: geolocation, clipboard-read, …',
  }),
  initScripts: setting({
    flag: 'init-script',
    kind: kind.paths('file'),
    config: 'browser.initScript',
    besideConfig: true,
    help: "JavaScript that runs in every page before the page's own",
  }),
  extraHeaders: setting({
    kind: kind.textRecord,
    config: 'browser.contextOptions.extraHTTPHeaders',
    help: 'Sent with every request of a page',
  }),
  testIdAttribute: setting({
    flag: 'test-id-attribute',
    kind: kind.named('attribute'),
    config: 'testIdAttribute',
    help: 'What getByTestId looks at. Default: data-testid',
  }),
  timeoutAction: setting({
    flag: 'timeout-action',
    kind: kind.milliseconds,
    config: 'timeouts.action',
    help: 'How long an action waits until it can be done. Default: 5000',
  }),
  timeoutNavigation: setting({
    flag: 'timeout-navigation',
    kind: kind.milliseconds,
    config: 'timeouts.navigation',
    help: 'How long a navigation may take until its document begins. Default: 60000',
  }),
  timeoutSettle: setting({
    flag: 'timeout-settle',
    kind: kind.milliseconds,
    config: 'timeouts.settle',
    help: 'How long to wait at most for what an action started; a page that is quiet is not waited for',
  }),
};

export const NETWORK = {
  proxyServer: setting({
    flag: 'proxy-server',
    kind: kind.named('url'),
    config: 'browser.launchOptions.proxy.server',
    help: 'http://host:port or socks5://host:port',
  }),
  proxyBypass: setting({
    flag: 'proxy-bypass',
    kind: kind.named('hosts'),
    config: 'browser.launchOptions.proxy.bypass',
    help: 'Hosts that are asked directly, with commas in between',
  }),
  ignoreHttpsErrors: setting({
    flag: 'ignore-https-errors',
    kind: kind.flag,
    config: 'browser.contextOptions.ignoreHTTPSErrors',
    help: 'Accept certificates that are not valid',
  }),
  allowedOrigins: setting({
    flag: 'allowed-origins',
    kind: kind.list('origin', ';'),
    config: 'network.allowedOrigins',
    help: 'The only origins that pages may ask for anything. Default: all',
  }),
  blockedOrigins: setting({
    flag: 'blocked-origins',
    kind: kind.list('origin', ';'),
    config: 'network.blockedOrigins',
    help: 'Origins that pages may not ask for anything, allowed or not',
  }),
  blockServiceWorkers: setting({
    flag: 'block-service-workers',
    kind: kind.flag,
    config: { path: 'browser.contextOptions.serviceWorkers', from: (value) => value === 'block' },
    help: 'Pages get no service workers',
  }),
  offline: setting({
    kind: kind.flag,
    config: 'browser.contextOptions.offline',
    help: 'Start without a network',
  }),
};

export const ANSWERS = {
  caps: setting({
    flag: 'caps',
    kind: kind.list('cap', ','),
    config: 'capabilities',
    help: 'More tools: see docs/tools.md for what each brings',
  }),
  snapshotMode: setting({
    flag: 'snapshot-mode',
    kind: kind.oneOf('incremental', 'full', 'none'),
    config: 'snapshot.mode',
    help: 'What answers show of a page: what changed, all of it, or nothing. Default: incremental',
  }),
  snapshotBoxes: setting({
    flag: 'snapshot-boxes',
    kind: kind.flag,
    config: 'snapshot.boxes',
    help: "Add each element's box to snapshots",
  }),
  refs: setting({
    flag: 'refs',
    kind: kind.oneOf('short', 'full'),
    ours: true,
    help: 'e12 or c0p0f0e12. Default: short',
  }),
  strictRefs: setting({
    flag: 'strict-refs',
    kind: kind.flag,
    ours: true,
    help: 'Refuse to act on an element whose name changed since it was shown',
  }),
  maxTokens: setting({
    flag: 'max-tokens',
    kind: kind.whole('count', 10_000_000),
    ours: true,
    help: 'About how long the view of a page in an answer may get; the rest is a cursor away. Default: no limit',
  }),
  fold: setting({
    flag: 'fold',
    offFlag: 'no-fold',
    kind: kind.flag,
    ours: true,
    help: 'Fold long runs of siblings that look alike. Default: on',
  }),
  diffThreshold: setting({
    flag: 'diff-threshold',
    kind: kind.fraction,
    ours: true,
    help: 'Changes longer than this part of the whole view give way to the whole view. Default: 0.5',
  }),
  consoleLevel: setting({
    flag: 'console-level',
    kind: kind.oneOf('error', 'warning', 'info', 'debug'),
    config: 'console.level',
    help: 'The least severe console messages that answers tell of. Default: warning',
  }),
  codegen: setting({
    flag: 'codegen',
    kind: kind.oneOf('typescript', 'python', 'java', 'csharp', 'none'),
    config: 'codegen',
    help: 'Whether answers say the same as Playwright code. Default: typescript',
    ignored: (value) =>
      value === 'typescript' || value === 'none' ? undefined : 'code is written in TypeScript only',
  }),
  imageResponses: setting({
    flag: 'image-responses',
    kind: kind.oneOf('allow', 'omit', 'only'),
    config: 'imageResponses',
    help: 'Send pictures, leave them out, or leave out the text beside them. Default: allow',
  }),
};

export const FILES = {
  workspace: setting({
    flag: 'workspace',
    kind: kind.path('folder'),
    ours: true,
    help: "Where the page's DOM, tree and changes are written, and the folder that files are kept to. Default: the client's first root",
  }),
  outputDir: setting({
    flag: 'output-dir',
    kind: kind.path('folder'),
    config: 'outputDir',
    help: 'Where files go that a call gives no name',
  }),
  outputMaxSize: setting({
    flag: 'output-max-size',
    kind: kind.whole('bytes'),
    config: 'outputMaxSize',
    help: 'How much the files of Sightline there may take; the oldest are removed. Default: no limit',
  }),
  filePaths: setting({
    flag: 'file-paths',
    kind: kind.oneOf('relative', 'absolute'),
    config: 'filePaths',
    help: 'How answers write paths. Default: absolute, and relative to the workspace for the state of pages',
  }),
  saveSession: setting({
    flag: 'save-session',
    kind: kind.flag,
    config: 'saveSession',
    help: 'Write every call and its answer into the output folder',
  }),
  secretsFile: setting({
    flag: 'secrets',
    kind: kind.path('file'),
    env: ['SIGHTLINE_SECRETS_FILE', 'PLAYWRIGHT_MCP_SECRETS_FILE'],
    help: 'NAME=value lines: values never appear in an answer, and a name is typed as its value',
  }),
  secrets: setting({ kind: kind.textRecord, config: 'secrets', help: 'The same in the config file' }),
  unrestrictedFiles: setting({
    flag: 'allow-unrestricted-file-access',
    kind: kind.flag,
    config: 'allowUnrestrictedFileAccess',
    help: 'Agents may open file: addresses, and read and write files anywhere',
  }),
};

export const SERVER = {
  config: setting({ flag: 'config', kind: kind.path('file'), help: 'Read settings from a JSON file' }),
  port: setting({
    flag: 'port',
    kind: kind.whole('port', 65_535),
    config: 'server.port',
    help: 'Serve over HTTP on this port (0: any free one) instead of standard input and output',
  }),
  host: setting({
    flag: 'host',
    kind: kind.named('address'),
    config: 'server.host',
    help: 'Address to listen on; others than this machine need --token. Default: localhost',
  }),
  allowedHosts: setting({
    flag: 'allowed-hosts',
    kind: kind.list('host', ','),
    config: 'server.allowedHosts',
    help: 'Names under which the server may be asked; * turns the check off. Default: the address it listens on',
  }),
  token: setting({
    flag: 'token',
    kind: kind.text,
    ours: true,
    config: 'server.token',
    help: 'Clients must send Authorization: Bearer <token>; better given as SIGHTLINE_TOKEN, which others can not read',
  }),
  sharedBrowserContext: setting({
    flag: 'shared-browser-context',
    kind: kind.flag,
    config: 'sharedBrowserContext',
    help: 'All clients share cookies, storage and tabs. Default: each has its own, except with --user-data-dir or an endpoint',
  }),
  idleTimeout: setting({
    flag: 'idle-timeout',
    kind: kind.milliseconds,
    config: 'timeouts.idle',
    help: 'Close the browser after so long without a call, and forget clients that are gone; the next call starts it again. 0: never. Default: an hour, with a window never',
  }),
  firstContext: setting({
    flag: 'first-context',
    kind: kind.whole('number', 1_000_000),
    ours: true,
    help: 'Number of the first context, so that several servers behind one address give no ref twice. Default: 0',
  }),
  contextCount: setting({
    flag: 'context-count',
    kind: kind.whole('count', 1_000_000),
    ours: true,
    help: 'How many numbers of contexts there are, from --first-context on. Default: no end',
  }),
};

export const WITHOUT_EFFECT = {
  extension: setting({
    flag: 'extension',
    kind: kind.flag,
    config: 'extension',
    help: 'Use a running browser through an extension',
    ignored: () => 'there is no extension; start the browser with remote debugging and use --cdp-endpoint',
  }),
  profileDirName: setting({
    flag: 'profile-dir-name',
    kind: kind.named('name'),
    help: 'Profile to use with --extension',
    ignored: () => 'there is no extension',
  }),
  initPage: setting({
    flag: 'init-page',
    kind: kind.paths('file'),
    config: 'browser.initPage',
    help: 'TypeScript that gets a Playwright page',
    ignored: () => 'there is no Playwright page; use --init-script',
  }),
  webmcp: setting({
    flag: 'webmcp',
    offFlag: 'no-webmcp',
    kind: kind.flag,
    config: 'webmcp',
    help: 'Tools that pages offer through WebMCP',
    ignored: (value) => (value ? 'tools of pages are never offered' : undefined),
  }),
  timeoutExpect: setting({
    kind: kind.milliseconds,
    config: 'timeouts.expect',
    help: 'How long verify tools wait',
    ignored: () => 'verify tools look once',
  }),
};

export const GROUPS = [
  { title: 'Browser', settings: BROWSER },
  { title: 'Pages', settings: PAGES },
  { title: 'Network', settings: NETWORK },
  { title: 'Answers', settings: ANSWERS },
  { title: 'Files and secrets', settings: FILES },
  { title: 'Server', settings: SERVER },
  { title: 'Accepted without effect', settings: WITHOUT_EFFECT },
] as const;

export const SETTINGS = {
  ...BROWSER,
  ...PAGES,
  ...NETWORK,
  ...ANSWERS,
  ...FILES,
  ...SERVER,
  ...WITHOUT_EFFECT,
};

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** What was set, and nothing else. */
export type Settings = { -readonly [K in keyof typeof SETTINGS]?: ValueOf<(typeof SETTINGS)[K]> };
