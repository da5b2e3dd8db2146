import { earlyListeners } from '../act/guard/early-listeners.js';

/** Inserts by the editor's own command, or says what is to do it: keys, also with lines begun as in code. */
export function insertText(text: string): 'astray' | 'inserted' | 'keys' | 'code' {
  if (earlyListeners()?.isAstray?.()) return 'astray';
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const isContent = focused instanceof HTMLElement && focused.isContentEditable;
  // What has the focus in a closed shadow root does not show, but what it could do does.
  if (!isContent && !document.queryCommandEnabled('bold'))
    return document.execCommand('insertText', false, text) ? 'inserted' : 'keys';
  return focused && getComputedStyle(focused).fontFamily.includes('monospace') ? 'code' : 'keys';
}
