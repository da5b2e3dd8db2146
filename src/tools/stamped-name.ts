/** A file name that says what and when, for files that an agent gave no name: `page-2026-01-31T12-00-00-000Z.pdf`. */
export function stampedName(what: string, extension: string): string {
  return `${what}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.${extension}`;
}
