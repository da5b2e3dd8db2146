/** The input that takes files, and whether it takes these. */
import type { Refused } from '../../../wire/api.js';
import { inputDirectory, inputMultiple } from '../../dom/effects.js';
import { inputType } from '../../dom/intrinsics.js';
import type { Handler } from '../acting.js';
import { isRefused } from '../refused.js';

export const setFiles: Handler<'setFiles'> = (acting, request) =>
  acting.onceReady(
    request,
    ['enabled'],
    (element, number) => {
      const input = fileInputOf(element, request.count);
      return input && isRefused(input) ? input : { element: input ? number() : null };
    },
    { followLabel: true },
  );

/** Undefined where the element is no such input. */
function fileInputOf(element: Element, count: number): HTMLInputElement | Refused | undefined {
  if (!(element instanceof HTMLInputElement) || inputType(element) !== 'file') return undefined;
  if (inputDirectory(element))
    return {
      code: 'bad-file',
      message: 'It asks for a whole folder, which can not be given',
      hint: 'Choose an input that takes files.',
    };
  if (count > 1 && !inputMultiple(element))
    return {
      code: 'bad-file',
      message: `It takes one file, and ${count} were given`,
      hint: 'Give one file.',
    };
  return element;
}
