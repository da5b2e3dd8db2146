/** Empties a file input: CDP takes an empty list for no wish at all. */
export function clearFiles(input: HTMLInputElement): void {
  if (input.value === '') return;
  input.value = '';
  input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
