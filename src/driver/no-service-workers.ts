/**
 * Runs in a page's own world, before its scripts, in contexts that block service workers: no protocol has a
 * switch for them. To the page it looks like a browser that refuses to register any, as some do in private
 * windows.
 */
export const NO_SERVICE_WORKERS = `
const container = globalThis.ServiceWorkerContainer?.prototype;
if (container)
  Object.defineProperty(container, 'register', {
    ...Object.getOwnPropertyDescriptor(container, 'register'),
    value: async function register() {
      throw new DOMException('Service workers are blocked', 'SecurityError');
    },
  });`;
