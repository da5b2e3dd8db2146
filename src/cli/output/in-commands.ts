/** Our own words, with commands for the names of tools: `browser_find` becomes `sightline find`, in backquotes. */
export function inCommands(text: string): string {
  return text.replace(
    /\bbrowser_([a-z_]+)/g,
    (_, tool: string) => `\`sightline ${tool.replaceAll('_', '-')}\``,
  );
}
