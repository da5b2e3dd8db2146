/** What stands between a browser and the network when there are origin rules. */
import { type FilteringProxy, startFilteringProxy } from './filtering-proxy.js';
import { type OriginRules, originOf } from './origin-rules.js';
import type { UpstreamProxy } from './upstream.js';

export interface NetworkFence {
  /** For the whole browser. */
  readonly proxy: UpstreamProxy;
  /** For a context with its own proxy: a proxy that applies the rules and forwards to it. */
  through(proxy: UpstreamProxy): Promise<UpstreamProxy>;
  /** Why a URL's server could not be reached, where the browser only knows that its proxy refused. */
  failure(url: string): string | undefined;
  close(): void;
}

export async function openNetworkFence(rules: OriginRules, upstream?: UpstreamProxy): Promise<NetworkFence> {
  const proxies: FilteringProxy[] = [];
  const open = async (to: UpstreamProxy | undefined): Promise<UpstreamProxy> => {
    const proxy = await startFilteringProxy(rules, to);
    proxies.push(proxy);
    return { server: proxy.server, bypass: '<-loopback>' };
  };
  return {
    proxy: await open(upstream),
    through: open,
    failure(url) {
      const origin = originOf(url);
      if (!origin) return undefined;
      for (const proxy of proxies) {
        const failure = proxy.failure(origin.host, origin.port);
        if (failure !== undefined) return failure;
      }
      return undefined;
    },
    close() {
      for (const proxy of proxies) proxy.close();
    },
  };
}
