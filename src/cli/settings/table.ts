/**
 * All settings of the server. Flags, variables, the config file, `--help` and docs/configuration.md are made from this
 * table. Names and meanings match Playwright MCP where it has the setting.
 */
import * as kind from './kind.js';
import { type Setting, setting } from './setting.js';

const BROWSER = {
  browser: setting({
    flag: 'browser',
    kind: kind.oneOf('chromium', 'firefox', 'chrome', 'msedge'),
    config: 'browser.browserName',
    help: 'Browser to use. chromium: any installed Chrome, Chromium or Edge. Default: chromium',
  }),
  channel: setting({
    kind: kind.oneOf('chromium', 'chrome', 'msedge'),
    config: 'browser.launchOptions.channel',
    help: 'Which Chromium product to use',
  }),
  executablePath: setting({
    flag: 'executable-path',
    kind: kind.path('file'),
    config: 'browser.launchOptions.executablePath',
    help: 'Browser executable to use',
  }),
  headless: setting({
    flag: 'headless',
    kind: kind.flag,
    config: 'browser.launchOptions.headless',
    help: 'Run without a window (default)',
  }),
  headed: setting({ flag: 'headed', kind: kind.flag, ours: true, help: 'Run with a window' }),
  isolated: setting({
    flag: 'isolated',
    kind: kind.flag,
    config: 'browser.isolated',
    help: 'Use a temporary profile, removed at the end (default)',
  }),
  userDataDir: setting({
    flag: 'user-data-dir',
    kind: kind.path('folder'),
    config: 'browser.userDataDir',
    help: 'Use and keep this profile. All clients of the server share it',
  }),
  storageState: setting({
    flag: 'storage-state',
    kind: kind.path('file'),
    config: 'browser.contextOptions.storageState',
    help: "Initial cookies and local storage, in Playwright's format",
  }),
  sessionName: setting({
    flag: 'session-name',
    kind: kind.named('name'),
    ours: true,
    help: 'Keep cookies and local storage under this name: restored at the start, saved when the browser is closed',
  }),
  profileCopy: setting({
    flag: 'profile-copy',
    kind: kind.named('profile'),
    ours: true,
    help: 'Start with a copy of a profile of the installed browser, as Default or "Profile 1"; the browser may be open',
  }),
  sandbox: setting({
    flag: 'sandbox',
    offFlag: 'no-sandbox',
    kind: kind.flag,
    config: 'browser.launchOptions.chromiumSandbox',
    help: "The browser's sandbox. Default: on, except for Chromium as root, which can't use it",
  }),
  webdriver: setting({
    flag: 'webdriver',
    kind: kind.flag,
    ours: true,
    help: 'Let pages see in navigator.webdriver that they are automated. Default: off; Firefox always does',
  }),
  env: setting({
    kind: kind.textRecord,
    config: 'browser.launchOptions.env',
    help: "Variables for the browser's process, added to those of the server",
  }),
  firefoxUserPrefs: setting({
    kind: kind.plainRecord,
    config: 'browser.launchOptions.firefoxUserPrefs',
    help: 'Preferences of Firefox (about:config), in a fresh profile only',
  }),
  ignoreDefaultArgs: setting({
    kind: kind.textsOrAll,
    config: 'browser.launchOptions.ignoreDefaultArgs',
    help: 'Browser arguments of Sightline to leave out. Chromium only',
    ignored: (value) =>
      value === true ? 'Sightline needs its own arguments; give a list of them' : undefined,
  }),
  launchTimeout: setting({
    kind: kind.milliseconds,
    config: 'browser.launchOptions.timeout',
    help: 'How long the browser may take to start. Default: 30000',
  }),
  args: setting({
    flag: 'browser-arg',
    kind: kind.texts('argument'),
    ours: true,
    config: 'browser.launchOptions.args',
    help: 'Extra browser arguments, e.g. --browser-arg=--lang=de',
  }),
  cdpEndpoint: setting({
    flag: 'cdp-endpoint',
    kind: kind.named('url'),
    config: 'browser.cdpEndpoint',
    help: 'Connect to a running Chromium: http://host:port, ws://…, or by name: chrome, edge, chromium, …. It keeps running at the end',
  }),
  cdpHeaders: setting({
    flag: 'cdp-header',
    kind: kind.headers,
    env: ['SIGHTLINE_CDP_HEADERS', 'PLAYWRIGHT_MCP_CDP_HEADERS'],
    config: 'browser.cdpHeaders',
    help: 'Headers of the connection request',
  }),
  remoteHeaders: setting({
    flag: 'remote-header',
    kind: kind.headers,
    env: ['SIGHTLINE_REMOTE_HEADERS', 'PLAYWRIGHT_MCP_REMOTE_HEADERS'],
    config: 'browser.remoteHeaders',
    help: 'Headers of the connection request to --endpoint',
  }),
  cdpTimeout: setting({
    flag: 'cdp-timeout',
    kind: kind.milliseconds,
    config: 'browser.cdpTimeout',
    help: 'Connection timeout. Default: 30000',
  }),
  webdriverEndpoint: setting({
    flag: 'webdriver-endpoint',
    kind: kind.named('url'),
    ours: true,
    help: 'Get a browser from a WebDriver endpoint (Selenium Grid, chromedriver, geckodriver), e.g. http://host:4444',
  }),
  webdriverCapabilities: setting({
    flag: 'webdriver-capabilities',
    kind: kind.path('file'),
    ours: true,
    help: 'JSON file with the capabilities to request from that endpoint',
  }),
  endpoint: setting({
    flag: 'endpoint',
    kind: kind.named('url'),
    config: {
      path: 'browser.remoteEndpoint',
      from: (value) => (kind.isRecord(value) ? value.endpoint : value),
    },
    help: 'Connect to a running browser at its CDP or WebDriver BiDi URL (ws://…/session). Playwright servers are not supported',
  }),
};

const PAGES = {
  viewport: setting({
    flag: 'viewport-size',
    kind: kind.size,
    config: 'browser.contextOptions.viewport',
    help: 'Viewport size in CSS pixels. Default: 1280x720',
  }),
  device: setting({
    flag: 'device',
    kind: kind.named('name'),
    help: 'Emulate viewport size, pixel ratio, touch and user agent of a device, e.g. "iPhone 15"',
  }),
  mobile: setting({
    flag: 'mobile',
    kind: kind.flag,
    help: 'Emulate a common phone (Pixel 8). Mobile pages are often shorter',
  }),
  deviceScaleFactor: setting({
    kind: kind.number,
    config: 'browser.contextOptions.deviceScaleFactor',
    help: 'Device pixels per CSS pixel. Default: 1',
  }),
  mobileLayout: setting({
    kind: kind.flag,
    config: 'browser.contextOptions.isMobile',
    help: 'Lay pages out as on a phone. Chromium only',
  }),
  touch: setting({
    kind: kind.flag,
    config: 'browser.contextOptions.hasTouch',
    help: 'Emulate a touch screen. Chromium only',
  }),
  geolocation: setting({
    kind: kind.location,
    config: 'browser.contextOptions.geolocation',
    help: 'Location of the device. Pages need the permission geolocation to read it',
  }),
  bypassCsp: setting({
    kind: kind.flag,
    config: 'browser.contextOptions.bypassCSP',
    help: 'Ignore the Content-Security-Policy of pages. Chromium only',
  }),
  javaScript: setting({
    kind: kind.flag,
    config: 'browser.contextOptions.javaScriptEnabled',
    help: 'Whether pages may run scripts. Default: true. Chromium only',
  }),
  userAgent: setting({
    flag: 'user-agent',
    kind: kind.text,
    config: 'browser.contextOptions.userAgent',
    help: 'User agent string',
  }),
  locale: setting({
    flag: 'locale',
    kind: kind.named('tag'),
    ours: true,
    config: 'browser.contextOptions.locale',
    help: 'Language, e.g. de-DE',
  }),
  timezone: setting({
    flag: 'timezone',
    kind: kind.named('zone'),
    ours: true,
    config: 'browser.contextOptions.timezoneId',
    help: 'Time zone, e.g. Europe/Berlin',
  }),
  colorScheme: setting({
    flag: 'color-scheme',
    kind: kind.oneOf('light', 'dark'),
    ours: true,
    config: 'browser.contextOptions.colorScheme',
    help: 'Preferred color scheme. The only way to get dark mode in Firefox',
  }),
  reducedMotion: setting({
    kind: kind.oneOf('reduce', 'no-preference'),
    config: 'browser.contextOptions.reducedMotion',
    help: 'Emulate prefers-reduced-motion',
  }),
  forcedColors: setting({
    kind: kind.oneOf('active', 'none'),
    config: 'browser.contextOptions.forcedColors',
    help: 'Emulate forced-colors',
  }),
  contrast: setting({
    kind: kind.oneOf('more', 'no-preference'),
    config: 'browser.contextOptions.contrast',
    help: 'Emulate prefers-contrast',
  }),
  permissions: setting({
    flag: 'grant-permissions',
    kind: kind.list('permission', ','),
    config: 'browser.contextOptions.permissions',
    help: 'Permissions to grant to all pages: geolocation, clipboard-read, …',
  }),
  initScripts: setting({
    flag: 'init-script',
    kind: kind.paths('file'),
    config: 'browser.initScript',
    besideConfig: true,
    help: "JavaScript files to run in every page before the page's scripts",
  }),
  extraHeaders: setting({
    kind: kind.textRecord,
    config: 'browser.contextOptions.extraHTTPHeaders',
    help: 'Headers to send with every request of a page',
  }),
  testIdAttribute: setting({
    flag: 'test-id-attribute',
    kind: kind.named('attribute'),
    config: 'testIdAttribute',
    help: 'Attribute for getByTestId. Default: data-testid',
  }),
  timeoutAction: setting({
    flag: 'timeout-action',
    kind: kind.milliseconds,
    config: 'timeouts.action',
    help: 'How long an action waits for its element to be ready. Default: 5000',
  }),
  timeoutNavigation: setting({
    flag: 'timeout-navigation',
    kind: kind.milliseconds,
    config: 'timeouts.navigation',
    help: 'How long a navigation may take until its document starts. Default: 60000',
  }),
  timeoutSettle: setting({
    flag: 'timeout-settle',
    kind: kind.milliseconds,
    config: 'timeouts.settle',
    help: 'Maximum wait for the page to settle after an action. Default: 5000',
  }),
};

const NETWORK = {
  proxyServer: setting({
    flag: 'proxy-server',
    kind: kind.named('url'),
    config: ['browser.launchOptions.proxy.server', 'browser.contextOptions.proxy.server'],
    help: 'Proxy: http://host:port or socks5://host:port',
  }),
  proxyBypass: setting({
    flag: 'proxy-bypass',
    kind: kind.named('hosts'),
    config: ['browser.launchOptions.proxy.bypass', 'browser.contextOptions.proxy.bypass'],
    help: 'Comma-separated hosts that bypass the proxy',
  }),
  proxyUsername: setting({
    kind: kind.text,
    config: ['browser.launchOptions.proxy.username', 'browser.contextOptions.proxy.username'],
    help: 'For a proxy that asks for a login',
  }),
  proxyPassword: setting({
    kind: kind.text,
    env: ['SIGHTLINE_PROXY_PASSWORD'],
    config: ['browser.launchOptions.proxy.password', 'browser.contextOptions.proxy.password'],
    help: 'Its password',
  }),
  httpUsername: setting({
    kind: kind.text,
    config: 'browser.contextOptions.httpCredentials.username',
    help: 'For servers that ask for a login by HTTP authentication',
  }),
  httpPassword: setting({
    kind: kind.text,
    env: ['SIGHTLINE_HTTP_PASSWORD'],
    config: 'browser.contextOptions.httpCredentials.password',
    help: 'Its password',
  }),
  httpOrigin: setting({
    kind: kind.named('origin'),
    config: 'browser.contextOptions.httpCredentials.origin',
    help: 'The only origin that gets that login. Default: every server that asks',
  }),
  ignoreHttpsErrors: setting({
    flag: 'ignore-https-errors',
    kind: kind.flag,
    config: 'browser.contextOptions.ignoreHTTPSErrors',
    help: 'Accept invalid certificates',
  }),
  allowedOrigins: setting({
    flag: 'allowed-origins',
    kind: kind.list('origin', ';'),
    config: 'network.allowedOrigins',
    help: 'The only origins that pages may request. Default: all',
  }),
  blockedOrigins: setting({
    flag: 'blocked-origins',
    kind: kind.list('origin', ';'),
    config: 'network.blockedOrigins',
    help: 'Origins that pages may not request; wins over --allowed-origins',
  }),
  blockServiceWorkers: setting({
    flag: 'block-service-workers',
    kind: kind.flag,
    config: { path: 'browser.contextOptions.serviceWorkers', from: (value) => value === 'block' },
    help: 'Block service workers',
  }),
  offline: setting({
    kind: kind.flag,
    config: 'browser.contextOptions.offline',
    help: 'Start offline',
  }),
};

const ANSWERS = {
  caps: setting({
    flag: 'caps',
    kind: kind.list('cap', ','),
    config: 'capabilities',
    help: 'Tool groups to turn on; docs/tools.md lists them',
  }),
  vision: setting({ flag: 'vision', kind: kind.flag, help: 'The former name of --caps vision' }),
  webmcp: setting({
    flag: 'webmcp',
    offFlag: 'no-webmcp',
    kind: kind.flag,
    config: 'webmcp',
    help: 'The same as --caps webmcp: offer the tools that pages register (WebMCP, Chromium only). Default: off',
  }),
  snapshotMode: setting({
    flag: 'snapshot-mode',
    kind: kind.oneOf('incremental', 'full', 'none'),
    config: 'snapshot.mode',
    help: 'What answers show of a page: changes, the whole page, or nothing. Default: incremental',
  }),
  outlineTokens: setting({
    flag: 'outline-tokens',
    kind: kind.whole('count', 10_000_000),
    ours: true,
    help: 'About how long the first look at a new document may get: a longer page is shown as an outline. 0: always the whole page. Default: 1000',
  }),
  snapshotBoxes: setting({
    flag: 'snapshot-boxes',
    kind: kind.flag,
    config: 'snapshot.boxes',
    help: 'Add bounding boxes to snapshots',
  }),
  refs: setting({
    flag: 'refs',
    kind: kind.oneOf('short', 'full'),
    ours: true,
    help: 'Print refs as e12 (short) or c0p0f0e12 (full). Default: short',
  }),
  refsCheck: setting({
    flag: 'refs-check',
    kind: kind.oneOf('strict', 'loose'),
    ours: true,
    help: 'An element that differs from what the agent last saw: strict refuses the action, loose acts and reports it. Default: strict',
  }),
  strictRefs: setting({
    flag: 'strict-refs',
    kind: kind.flag,
    ours: true,
    help: 'The former name of --refs-check strict',
  }),
  maxTokens: setting({
    flag: 'max-tokens',
    kind: kind.whole('count', 10_000_000),
    ours: true,
    help: 'Approximate token limit for a page in an answer; a cursor continues. Default: no limit',
  }),
  maxDepth: setting({
    flag: 'max-depth',
    kind: kind.whole('count', 1_000),
    ours: true,
    help: 'Levels of a frame that a snapshot reads',
  }),
  maxNodes: setting({
    flag: 'max-nodes',
    kind: kind.whole('count', 10_000_000),
    ours: true,
    help: 'Elements of a frame that a snapshot reads',
  }),
  timeBudget: setting({
    flag: 'time-budget',
    kind: kind.whole('ms', 3_600_000),
    ours: true,
    help: 'Time that a snapshot may take to read one frame',
  }),
  maxTextLength: setting({
    flag: 'max-text-length',
    kind: kind.whole('count', 10_000_000),
    ours: true,
    help: 'Characters that a snapshot keeps of one text',
  }),
  fold: setting({
    flag: 'fold',
    offFlag: 'no-fold',
    kind: kind.flag,
    ours: true,
    help: 'Fold long runs of similar siblings. Default: on',
  }),
  diffThreshold: setting({
    flag: 'diff-threshold',
    kind: kind.fraction,
    ours: true,
    help: 'Show the whole page if the changes are longer than this fraction of it. Default: 0.5',
  }),
  consoleLevel: setting({
    flag: 'console-level',
    kind: kind.oneOf('error', 'warning', 'info', 'debug'),
    config: 'console.level',
    help: 'Lowest console level that answers report. Default: warning',
  }),
  codegen: setting({
    flag: 'codegen',
    kind: kind.oneOf('typescript', 'python', 'java', 'csharp', 'none'),
    config: 'codegen',
    help: 'Language of the equivalent Playwright code in answers; none leaves it out. Default: typescript',
  }),
  imageResponses: setting({
    flag: 'image-responses',
    kind: kind.oneOf('allow', 'omit', 'only'),
    config: 'imageResponses',
    help: 'Send images with the text, omit them, or send only the images. Default: allow',
  }),
  imageMaxSide: setting({
    flag: 'image-max-side',
    kind: kind.whole('pixels', 100_000),
    ours: true,
    help: 'Longest side of a screenshot that is sent; a larger one is scaled down, the file is not. 0: any. Default: 1568',
  }),
  imageMaxPixels: setting({
    flag: 'image-max-pixels',
    kind: kind.whole('pixels', 1_000_000_000),
    ours: true,
    help: 'Most pixels of a screenshot that is sent; a larger one is scaled down, the file is not. 0: any. Default: 1150000',
  }),
};

const PERMISSIONS = {
  tools: setting({
    flag: 'tools',
    kind: kind.list('tool', ','),
    ours: true,
    help: 'The only tools that agents get, e.g. navigate,snapshot. Default: those of --caps and the ones that are always on',
  }),
  denyTools: setting({
    flag: 'deny-tools',
    kind: kind.list('tool', ','),
    ours: true,
    help: 'Tools that agents do not get, e.g. evaluate,run',
  }),
  readOnly: setting({
    flag: 'read-only',
    kind: kind.flag,
    ours: true,
    help: 'Only tools that read pages or navigate: nothing is clicked, typed or run',
  }),
  policy: setting({
    flag: 'policy',
    kind: kind.path('file'),
    ours: true,
    help: 'File with rules that allow, deny or ask a person to confirm calls, by tool, effect, origin and words: see docs/security.md',
  }),
  fencePageText: setting({
    flag: 'fence-page-text',
    kind: kind.flag,
    ours: true,
    help: 'Put a random marker around everything in an answer that may come from a page',
  }),
};

const FILES = {
  workspace: setting({
    flag: 'workspace',
    kind: kind.path('folder'),
    ours: true,
    help: "Folder for page state (DOM, tree, diffs) and for files that agents read and write. Default: the client's first root",
  }),
  outputDir: setting({
    flag: 'output-dir',
    kind: kind.path('folder'),
    config: 'outputDir',
    help: 'Folder for files without a given name. Default: .sightline/output',
  }),
  outputMaxSize: setting({
    flag: 'output-max-size',
    kind: kind.whole('bytes'),
    config: 'outputMaxSize',
    help: "Size limit for Sightline's files there; the oldest are removed. Default: no limit",
  }),
  filePaths: setting({
    flag: 'file-paths',
    kind: kind.oneOf('relative', 'absolute'),
    config: 'filePaths',
    help: 'How answers write file paths. Default: absolute; page state relative to the workspace',
  }),
  saveVideo: setting({
    flag: 'save-video',
    kind: kind.size,
    config: ['saveVideo', 'browser.contextOptions.recordVideo.size'],
    help: 'Record a video of the page that is used, as WebM of this size, in the output folder',
  }),
  saveSession: setting({
    flag: 'save-session',
    kind: kind.flag,
    config: 'saveSession',
    help: 'Log every call and its answer in the output folder',
  }),
  trail: setting({
    flag: 'trail',
    kind: kind.oneOf('pictures', 'steps', 'off'),
    ours: true,
    help: 'Keep every call in .sightline/trail for `sightline show`, with pictures of the page or without. Default: pictures, if there is a workspace',
  }),
  trailMaxSize: setting({
    flag: 'trail-max-size',
    kind: kind.whole('bytes'),
    ours: true,
    help: 'Bytes that trails may take: the oldest are removed. Default: 500000000',
  }),
  trailMaxDays: setting({
    flag: 'trail-max-days',
    kind: kind.whole('days', 36_500),
    ours: true,
    help: 'Days after which a trail is removed. Default: 14',
  }),
  secretsFile: setting({
    flag: 'secrets',
    kind: kind.path('file'),
    env: ['SIGHTLINE_SECRETS_FILE', 'PLAYWRIGHT_MCP_SECRETS_FILE'],
    help: 'File with NAME=value lines. Values never appear in answers; typing a name enters its value',
  }),
  secrets: setting({
    kind: kind.textRecord,
    config: 'secrets',
    help: 'Secrets in the config file, as an object',
  }),
  unrestrictedFiles: setting({
    flag: 'allow-unrestricted-file-access',
    kind: kind.flag,
    config: 'allowUnrestrictedFileAccess',
    help: 'Let agents open file: URLs and read and write files anywhere',
  }),
};

const SERVER = {
  config: setting({ flag: 'config', kind: kind.path('file'), help: 'Read settings from a JSON file' }),
  port: setting({
    flag: 'port',
    kind: kind.whole('port', 65_535),
    config: 'server.port',
    help: 'Serve over HTTP on this port (0: any free port) instead of stdio',
  }),
  host: setting({
    flag: 'host',
    kind: kind.named('address'),
    config: 'server.host',
    help: 'Address to listen on. Anything but localhost needs --token. Default: localhost',
  }),
  allowedHosts: setting({
    flag: 'allowed-hosts',
    kind: kind.list('host', ','),
    config: 'server.allowedHosts',
    help: 'Host names that requests may use; * allows all. Default: the address it listens on',
  }),
  token: setting({
    flag: 'token',
    kind: kind.text,
    ours: true,
    config: 'server.token',
    help: 'Token that clients must send: Authorization: Bearer <token>. Better set SIGHTLINE_TOKEN: other users can read flags',
  }),
  sharedBrowserContext: setting({
    flag: 'shared-browser-context',
    kind: kind.flag,
    config: 'sharedBrowserContext',
    help: 'Let all clients share cookies, storage and tabs. Default: only with --user-data-dir or an endpoint',
  }),
  idleTimeout: setting({
    flag: 'idle-timeout',
    kind: kind.milliseconds,
    config: 'timeouts.idle',
    help: 'Close the browser and drop idle clients after this time without a call; the next call starts a browser again. 0: never. Default: one hour; never with a window',
  }),
  pingTimeout: setting({
    flag: 'ping-timeout',
    kind: kind.milliseconds,
    ours: true,
    env: ['PLAYWRIGHT_MCP_PING_TIMEOUT_MS'],
    help: 'End the session of an HTTP client that does not answer pings, or stays away after its stream has ended, for this time. 0: never. Default: 30000',
  }),
  firstContext: setting({
    flag: 'first-context',
    kind: kind.whole('number', 1_000_000),
    ours: true,
    help: 'Number of the first context, so that servers behind one URL never share a ref. Default: 0',
  }),
  contextCount: setting({
    flag: 'context-count',
    kind: kind.whole('count', 1_000_000),
    ours: true,
    help: 'Number of contexts available, from --first-context on. Default: no limit',
  }),
};

const WITHOUT_EFFECT = {
  extension: setting({
    flag: 'extension',
    kind: kind.flag,
    config: 'extension',
    help: 'Connect to a running browser through an extension',
    ignored: () => 'there is no extension; start the browser with remote debugging and use --cdp-endpoint',
  }),
  profileDirName: setting({
    flag: 'profile-dir-name',
    kind: kind.named('name'),
    help: 'Profile to use with --extension',
    ignored: () => 'there is no extension',
  }),
  slowMo: setting({
    kind: kind.milliseconds,
    config: 'browser.launchOptions.slowMo',
    help: 'Pause between actions',
    ignored: () => 'actions wait for what they need',
  }),
  baseUrl: setting({
    kind: kind.text,
    config: 'browser.contextOptions.baseURL',
    help: 'Base of relative URLs',
    ignored: () => 'browser_navigate takes whole URLs',
  }),
  acceptDownloads: setting({
    kind: kind.flag,
    config: 'browser.contextOptions.acceptDownloads',
    help: 'Save downloads',
    ignored: (value) => (value ? undefined : 'downloads are saved in the output folder'),
  }),
  downloadsPath: setting({
    kind: kind.text,
    config: 'browser.launchOptions.downloadsPath',
    help: 'Folder for downloads',
    ignored: () => 'downloads are saved in the output folder; use outputDir',
  }),
  videoFolder: setting({
    kind: kind.text,
    config: 'browser.contextOptions.recordVideo.dir',
    help: 'Folder for videos',
    ignored: () => 'videos are saved in the output folder; use saveVideo and outputDir',
  }),
  harFile: setting({
    kind: kind.text,
    config: 'browser.contextOptions.recordHar.path',
    help: 'Requests as a HAR file',
    ignored: () => 'browser_network_har (--caps network) saves one',
  }),
  strictSelectors: setting({
    kind: kind.flag,
    config: 'browser.contextOptions.strictSelectors',
    help: 'Refuse selectors that match several elements',
    ignored: (value) => (value ? undefined : 'selectors always have to match one element'),
  }),
  initPage: setting({
    flag: 'init-page',
    kind: kind.paths('file'),
    config: 'browser.initPage',
    help: 'TypeScript that is run with a Playwright page',
    ignored: () => 'there is no Playwright page; use --init-script',
  }),
  timeoutExpect: setting({
    kind: kind.milliseconds,
    config: 'timeouts.expect',
    help: 'How long verify tools wait',
    ignored: () => 'verify tools do not wait',
  }),
};

export const GROUPS = [
  { title: 'Browser', settings: BROWSER },
  { title: 'Pages', settings: PAGES },
  { title: 'Network', settings: NETWORK },
  { title: 'Answers', settings: ANSWERS },
  { title: 'What agents may do', settings: PERMISSIONS },
  { title: 'Files and secrets', settings: FILES },
  { title: 'Server', settings: SERVER },
  { title: 'Accepted without effect', settings: WITHOUT_EFFECT },
] as const;

export const SETTINGS = {
  ...BROWSER,
  ...PAGES,
  ...NETWORK,
  ...ANSWERS,
  ...PERMISSIONS,
  ...FILES,
  ...SERVER,
  ...WITHOUT_EFFECT,
};

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** The settings that were given. */
export type Settings = { -readonly [K in keyof typeof SETTINGS]?: ValueOf<(typeof SETTINGS)[K]> };
