import { getAttribute } from '../../dom/intrinsics.js';

/** Whether an element announces that it opens something: a list, a menu, a calendar. */
export function announcesPopup(element: Element): boolean {
  const says = (attribute: string): boolean => {
    const value = getAttribute(element, attribute)?.trim() ?? '';
    return value !== '' && value !== 'none' && (attribute === 'aria-expanded' || value !== 'false');
  };
  return (
    getAttribute(element, 'role')?.trim() === 'combobox' ||
    says('aria-haspopup') ||
    says('aria-expanded') ||
    says('aria-autocomplete')
  );
}
