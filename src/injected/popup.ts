/** What an element says about something that it opens: a list, a menu, a calendar. */
import { getAttribute } from './dom/intrinsics.js';

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
