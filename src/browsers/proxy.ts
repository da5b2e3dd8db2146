/** How each browser gets its proxy. */
import { SightlineError } from '../errors.js';
import type { FirefoxPreferences } from './firefox-preferences.js';

export interface BrowserProxy {
  /** `http://host:port`, `socks5://host:port` or `host:port`. */
  server: string;
  /** Hosts that are contacted directly, separated by commas. */
  bypass?: string | undefined;
  /** Nothing bypasses it: this machine is reached through it too, and what cannot use a proxy is turned off. */
  only?: boolean | undefined;
}

/** After the caller's own arguments, so that these take precedence. */
export function chromeProxyArguments(proxy: BrowserProxy, args: readonly string[]): string[] {
  const bypass = proxy.only ? '<-loopback>' : proxy.bypass;
  const flags = [
    `--proxy-server=${proxy.server}`,
    ...(bypass === undefined ? [] : [`--proxy-bypass-list=${bypass}`]),
  ];
  if (!proxy.only) return flags;
  const clash = args.find((arg) => /^--(?:no-proxy-server|proxy-|host-resolver-rules)/.test(arg));
  if (clash !== undefined) throw clashing(clash);
  return [
    ...flags,
    // The proxy resolves names: whatever would bypass it resolves nothing.
    `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${addressOf(proxy.server).host}`,
    // UDP cannot use the proxy. The flag has had two names.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  ];
}

export function firefoxProxyPreferences(proxy: BrowserProxy): FirefoxPreferences {
  const { kind, host, port } = addressOf(proxy.server);
  const way: FirefoxPreferences =
    kind === 'socks'
      ? {
          'network.proxy.socks': host,
          'network.proxy.socks_port': port,
          'network.proxy.socks_version': 5,
          'network.proxy.socks_remote_dns': true,
        }
      : {
          'network.proxy.http': host,
          'network.proxy.http_port': port,
          'network.proxy.ssl': host,
          'network.proxy.ssl_port': port,
        };
  return {
    'network.proxy.type': 1,
    'network.proxy.no_proxies_on': proxy.only ? '' : (proxy.bypass ?? ''),
    ...way,
    ...(proxy.only && ONLY),
  };
}

const ONLY: Readonly<FirefoxPreferences> = {
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.failover_direct': false,
  'network.proxy.allow_bypass': false,
  'media.peerconnection.enabled': false,
  'network.webtransport.enabled': false,
  'network.http.http3.enable': false,
  // A connection is used only for the host it was made for, whatever else its certificate covers.
  'network.http.http2.coalesce-hostnames': false,
  'network.http.originextension': false,
  'network.http.altsvc.enabled': false,
};

function addressOf(server: string): { kind: 'http' | 'socks'; host: string; port: number } {
  const [, scheme = 'http', host, port] =
    /^(?:([a-z0-9]+):\/\/)?(?:[^@/]*@)?(\[[^\]]+\]|[^:/@]+)(?::(\d+))?\/?$/i.exec(server) ?? [];
  if (host === undefined)
    throw new SightlineError('bad-argument', `Not a proxy URL: ${server}`, {
      hint: 'Give http://host:port or socks5://host:port.',
    });
  const kind = /^socks/i.test(scheme) ? 'socks' : 'http';
  return {
    kind,
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port ?? (kind === 'socks' ? 1080 : 80)),
  };
}

function clashing(flag: string): SightlineError {
  return new SightlineError(
    'bad-argument',
    `Origin rules need the browser's proxy: ${flag} would undo them`,
    {
      hint: 'Give your proxy as the option `proxy` (--proxy-server): the rules are applied in front of it.',
    },
  );
}
