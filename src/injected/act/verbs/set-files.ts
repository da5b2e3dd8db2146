/** The file input of an element, and whether it accepts this many files. */
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

/** Undefined when the element is not a file input. */
function fileInputOf(element: Element, count: number): HTMLInputElement | Refused | undefined {
  if (!(element instanceof HTMLInputElement) || inputType(element) !== 'file') return undefined;
  if (inputDirectory(element))
    return {
      code: 'bad-file',
      message: 'It takes a folder, and folders cannot be given',
      hint: 'Choose an input that takes files.',
    };
  if (count > 1 && !inputMultiple(element))
    return {
      code: 'bad-file',
      message: `It takes one file, but ${count} were given`,
      hint: 'Give one file.',
    };
  return element;
}
