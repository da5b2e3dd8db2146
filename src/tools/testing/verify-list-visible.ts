import { z } from 'zod';
import { jsonText } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { isText, type SnapshotNode } from '../../tree/node.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const verifyListVisible = defineTool({
  name: 'browser_verify_list_visible',
  summary: 'Verify that a list shows these items. Fails at the first missing item',
  input: {
    element: inputs.element,
    target: inputs.target,
    items: z.array(z.string()).min(1),
    page: inputs.page,
  },
  effect: 'read',
  cap: 'testing',
  examples: [{ target: 'e12', items: ['Apples', 'Pears'] }],
  async run({ target, items, page: handle }, { agent, signal }) {
    const { page, locator, code } = await agent.aim(target, handle);
    const { json } = await locator.ariaSnapshot({ signal });
    const shown = textOf(json.root);
    const missing = items.find((item) => !shown.includes(item));
    if (missing !== undefined)
      throw new SightlineError('no-match', `${locator} does not show the item ${quote(missing, 200)}`);
    const expected = items.map((item) => `    - listitem: ${jsonText(item)}`).join('\\n');
    return {
      page,
      result: ['Done'],
      code: [`await expect(${code}).toMatchAriaSnapshot('- list:\\n${expected.replaceAll("'", "\\'")}');`],
    };
  },
});

/** All names and texts of a subtree. */
function textOf(node: SnapshotNode): string {
  const inside = node.children.map((child) => (isText(child) ? child.text : textOf(child)));
  return [node.name, node.text ?? '', ...inside].join('\n');
}
