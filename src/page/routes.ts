/** Requests of a context that are intercepted: answered by us, failed, or sent with other headers. */
import type { Driver } from '../driver/driver.js';
import type { InterceptedRequest, RequestDecision, StopIntercepting } from '../driver/interception.js';
import { urlGlob } from './url-glob.js';

export interface Route {
  /** A glob for the whole URL: `**` + `/api/*`. */
  pattern: string;
  /** Fail the request. */
  abort?: boolean;
  /** Answer it without contacting the server. */
  fulfill?: { status?: number; headers?: Record<string, string>; body?: string };
  /** Otherwise it is sent, with these headers replacing its own. */
  setHeaders?: Record<string, string>;
  removeHeaders?: string[];
}

interface Active {
  route: Route;
  matches: (url: string) => boolean;
}

export class Routes {
  readonly #driver: Driver;
  readonly #context: string;
  /** Newest first: it is matched first. */
  #active: Active[] = [];
  #stop: Promise<StopIntercepting> | undefined;

  constructor(driver: Driver, context: string) {
    this.#driver = driver;
    this.#context = context;
  }

  /** In the order in which they were added. */
  list(): Route[] {
    return this.#active.map(({ route }) => route).toReversed();
  }

  /** Resolves when the route is active. */
  async add(route: Route): Promise<void> {
    const active = { route, matches: urlGlob(route.pattern) };
    this.#active = [active, ...this.#active];
    this.#stop ??= this.#driver.intercept((request) => this.#decide(request), this.#context);
    try {
      await this.#stop;
    } catch (error) {
      this.#stop = undefined;
      this.#active = this.#active.filter((each) => each !== active);
      throw error;
    }
  }

  /** Removes the routes with this pattern, or all; returns how many. */
  async remove(pattern?: string): Promise<number> {
    const kept = this.#active.filter(({ route }) => pattern !== undefined && route.pattern !== pattern);
    const removed = this.#active.length - kept.length;
    this.#active = kept;
    if (kept.length > 0 || !this.#stop) return removed;
    const stop = await this.#stop;
    this.#stop = undefined;
    await stop();
    return removed;
  }

  #decide(request: InterceptedRequest): RequestDecision | undefined {
    const found = this.#active.find(({ matches }) => matches(request.url));
    if (!found) return undefined;
    const { abort = false, fulfill, setHeaders = {}, removeHeaders = [] } = found.route;
    if (abort) return { action: 'abort' };
    if (fulfill) return isPreflight(request) ? permission(request) : answer(request, fulfill);
    return { action: 'continue', headers: changed(request.headers, setHeaders, removeHeaders) };
  }
}

function answer(request: InterceptedRequest, fulfill: NonNullable<Route['fulfill']>): RequestDecision {
  const { status = 200, headers = {}, body = '' } = fulfill;
  return { action: 'fulfill', status, headers: { ...crossOrigin(request), ...lowerCase(headers) }, body };
}

/** Before some cross-origin requests a browser asks the server for permission; here the server is not asked. */
function isPreflight({ method, headers }: InterceptedRequest): boolean {
  return method === 'OPTIONS' && 'access-control-request-method' in lowerCase(headers);
}

function permission(request: InterceptedRequest): RequestDecision {
  const asked = lowerCase(request.headers);
  return {
    action: 'fulfill',
    status: 204,
    headers: {
      ...crossOrigin(request),
      'access-control-allow-methods': asked['access-control-request-method'] ?? '*',
      'access-control-allow-headers': asked['access-control-request-headers'] ?? '*',
    },
    body: '',
  };
}

/** A response of ours may be read by the requesting page, whatever its origin. */
function crossOrigin({ headers }: InterceptedRequest): Record<string, string> {
  const { origin } = lowerCase(headers);
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  };
}

function changed(
  headers: Record<string, string>,
  set: Record<string, string>,
  remove: string[],
): Record<string, string> {
  const unwanted = new Set([...remove, ...Object.keys(set)].map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !unwanted.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...set };
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
