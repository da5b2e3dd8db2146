/** What launching and connecting share: the driver of a protocol, and the browser over it. */
import { type ContextOptions, contextOptionsIn } from '../driver/context-settings.js';
import type { Driver, DriverOptions, ProtocolName } from '../driver/driver.js';
import { actionsWith } from '../interact/actions.js';
import { recordSend } from '../interact/debug.js';
import type { ActionsFactory } from '../page/actions.js';
import { Browser, type BrowserParts } from '../page/browser.js';
import { deviceSettings, type Viewport } from '../page/device.js';
import { readStorageFile, writeStorageFile } from '../page/storage/storage-file.js';
import type { Transport } from '../rpc/transport.js';
import type { SharedOptions } from './options.js';

export async function createDriver(
  protocol: ProtocolName,
  transport: Transport,
  { context: defaultContext, ...more }: Omit<DriverOptions, 'bundle'> & { context: ContextOptions },
): Promise<Driver> {
  const { bundle, create } = await loadDriver(protocol);
  return create(transport, {
    ...more,
    bundle,
    defaultContext,
    ...(recordSend && { onSend: recordSend }),
  });
}

/** Each protocol is loaded on demand, so a process pays only for what it uses. */
export async function loadDriver(protocol: ProtocolName) {
  const [{ bundle }, create] = await Promise.all([
    import('../injected/bundle.js'),
    protocol === 'cdp'
      ? import('../driver/cdp/driver.js').then(({ createCdpDriver }) => createCdpDriver)
      : import('../driver/bidi/driver.js').then(({ createBidiDriver }) => createBidiDriver),
  ]);
  return { bundle, create };
}

/** With the cookies and the storage of the options. */
export async function createBrowser(options: SharedOptions, parts: BrowserParts): Promise<Browser> {
  const { storageFile } = options;
  const kept = storageFile === undefined ? undefined : await readStorageFile(storageFile);
  const storageState = options.storageState ?? kept;
  const browser = new Browser({
    ...parts,
    ...(storageState && { storageState }),
    ...(storageFile !== undefined && {
      beforeEnd: async ({ defaultContext }) =>
        writeStorageFile(storageFile, await defaultContext.storageState()),
    }),
  });
  if (storageState) await browser.defaultContext.setStorageState(storageState);
  return browser;
}

export function actionsFor({ fileRoots, actionTimeout, settleTimeout }: SharedOptions): ActionsFactory {
  return actionsWith({
    ...(fileRoots && { fileRoots }),
    ...(actionTimeout !== undefined && { actionTimeout }),
    ...(settleTimeout !== undefined && { settleTimeout }),
  });
}

/** The settings of the first context, and the viewport of a named device. */
export function firstContext(
  options: SharedOptions,
  protocol: ProtocolName,
): { context: ContextOptions; viewport?: Viewport } {
  const { proxy: _, ...given } = contextOptionsIn(options); // the browser is started with it
  if (options.device === undefined) return { context: given };
  const device = deviceSettings(options.device, protocol);
  return { context: { ...device.context, ...given }, viewport: device.viewport };
}
