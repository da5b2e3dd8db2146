import { defineTool } from '../../agent/tool.js';

export const getConfig = defineTool({
  name: 'browser_get_config',
  summary: 'Show the settings that the server was started with',
  input: {},
  output: {},
  effect: 'read',
  cap: 'config',
  async run(_, { agent: { host } }) {
    return { result: JSON.stringify(host.config, null, 2).split('\n'), data: { ...host.config } };
  },
});
