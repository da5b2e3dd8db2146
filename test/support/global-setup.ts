/** The in-page bundle is generated before any test imports it, so that a single file can be run by itself. */
export default async function setup(): Promise<void> {
  await import('../../scripts/generate.js');
}
