/** Whether a host, with or without brackets, is this machine by its name or address. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** A host that was typed without a scheme: servers on this machine rarely have a certificate. */
export function withScheme(typed: string): string {
  const [host = ''] = /^(?:\[[^\]]*\]|[^:/?#]*)/.exec(typed) ?? [];
  return `${isLoopback(host) ? 'http' : 'https'}://${typed}`;
}
