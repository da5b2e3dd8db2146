/** Other names that Playwright MCP has, or had, for tools of ours. */
type Args = Record<string, unknown>;

interface Renamed {
  name: string;
  /** Their arguments as ours. */
  args(args: Args): Args;
}

const same = (name: string): Renamed => ({ name, args: (args) => args });
/** A file wins over the code, as there. */
const program: Renamed = {
  name: 'browser_run',
  args: ({ code, filename, ...rest }) => ({ ...rest, code: filename || code }),
};
const tabs = (action: string): Renamed => ({
  name: 'browser_tabs',
  args: (args) => ({ ...args, action }),
});

export const RENAMED: Readonly<Record<string, Renamed>> = {
  browser_run_code: program,
  browser_run_code_unsafe: program,
  browser_webmcp_list: same('browser_page_tools'),
  browser_webmcp_call: {
    name: 'browser_call_page_tool',
    args: ({ params, ...rest }) => ({ ...rest, ...(params != null && { input: params }) }),
  },
  browser_tab_list: tabs('list'),
  browser_tab_new: tabs('new'),
  browser_tab_select: tabs('select'),
  browser_tab_close: tabs('close'),
  browser_screen_capture: same('browser_take_screenshot'),
};

export function ourCall(name: string, args: Args | undefined): { name: string; args: Args | undefined } {
  const renamed = Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined;
  return renamed ? { name: renamed.name, args: renamed.args(args ?? {}) } : { name, args };
}
