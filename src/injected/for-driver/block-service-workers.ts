/** A method, so that it keeps its name: a page may read that. */
const refusing = {
  async register(): Promise<never> {
    throw new DOMException('Service workers are blocked', 'SecurityError');
  },
};

/**
 * Runs in a page's own world, before its scripts, in contexts that block service workers: no protocol has a
 * switch for them. The page finds a browser that refuses to register any, as some do in private windows.
 */
export function blockServiceWorkers(): void {
  const container = globalThis.ServiceWorkerContainer?.prototype;
  if (!container) return;
  Object.defineProperty(container, 'register', {
    ...Object.getOwnPropertyDescriptor(container, 'register'),
    value: refusing.register,
  });
}
