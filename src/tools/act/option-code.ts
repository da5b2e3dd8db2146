/** Playwright code that selects options. Its `selectOption` supports only `<select>`; other lists get clicks. */

import { literal } from '../../agent/text-line.js';
import type { ActionReport } from '../../page/actions.js';

export function optionCode(
  code: string,
  values: readonly string[],
  { options, found }: ActionReport,
): string[] {
  if (!options) {
    const [first = '', ...more] = values.map(literal);
    return [`await ${code}.selectOption(${more.length === 0 ? first : `[${[first, ...more].join(', ')}]`});`];
  }
  // The listbox of a combobox may be anywhere in the document. A closed `<select>` has no listbox role, so it can't match.
  const scope = found?.role === 'listbox' ? code : `${documentOf(code)}.getByRole('listbox')`;
  return [
    ...(options.opened ? [`await ${code}.click();`] : []),
    ...options.labels.map(
      (label) => `await ${scope}.getByRole('option', { name: ${literal(label)}, exact: true }).click();`,
    ),
  ];
}

const INTO_FRAME = '.contentFrame()';

function documentOf(code: string): string {
  const at = code.lastIndexOf(INTO_FRAME);
  return at === -1 ? 'page' : code.slice(0, at + INTO_FRAME.length);
}
