/** The library: everything public is exported here. */
export type { BrowserName } from './browsers/browser-name.js';
export { type ConnectOptions, connect } from './connect/connect.js';
export { playwrightLocator, refOf } from './connect/elements.js';
export { fromPlaywright } from './connect/playwright.js';
export { fromPuppeteer } from './connect/puppeteer.js';
export type { WebDriverEndpoint } from './connect/webdriver.js';
export type {
  ContextOptions,
  ContextSettings,
  Cookie,
  Geolocation,
  HttpCredentials,
  MediaSettings,
  NewCookie,
  ProxySettings,
  SettingsChange,
} from './driver/context-settings.js';
export type { DialogInfo, PdfOptions, ScreenshotOptions } from './driver/driver.js';
export { type ErrorCode, isSightlineError, SightlineError } from './errors.js';
export { launch } from './launch/launch.js';
export type { LaunchOptions } from './launch/options.js';
export { createServer, type ServerOptions } from './mcp/library-server.js';
export type {
  ActionOptions,
  ActionReport,
  DragOptions,
  DropData,
  PointerOptions,
  ScrollPosition,
  SelectChoice,
  SelectTextOptions,
} from './page/actions.js';
export type { Browser, NewContextOptions } from './page/browser.js';
export type { Context } from './page/context.js';
export type { Frame } from './page/frame.js';
export type { FilterOptions, Locator, WaitState } from './page/locator/locator.js';
export type { RoleOptions, TextOptions } from './page/locator/locator-factory.js';
export type { NavigateOptions } from './page/navigation/navigation.js';
export type { Page } from './page/page.js';
export type { Route, Routes } from './page/routes.js';
export type { SnapshotDefaults, SnapshotOptions } from './page/snapshot/snapshot-options.js';
export { type OriginStorage, type StorageState, storageStateOf } from './page/storage/storage-state.js';
export type { FindQuery, FoundText } from './tree/find/find.js';
export type { Markdown, MarkdownOptions } from './tree/markdown/markdown.js';
export type {
  Snapshot,
  SnapshotChanges,
  SnapshotChild,
  SnapshotJson,
  SnapshotNode,
  TextNode,
  UidEntry,
} from './tree/node.js';
export { formatRef, parseRef, type Ref } from './tree/ref.js';
export { type ParsedChild, type ParsedNode, type ParsedSnapshot, parseSnapshot } from './tree/text/parse.js';
