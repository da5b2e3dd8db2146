const LOGIN =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-(?:api-key|auth-token|csrf-token|xsrf-token)|api-key)$/i;

/** Whether a header logs a person in: answers and files are kept, so they hold such values only on request. */
export function logsIn(header: string): boolean {
  return LOGIN.test(header);
}
