const MODIFIERS =
  /([[(])(?:(?:alt|cmd|command|control|ctrl|meta|option|shift)[-+ ]|[⌃⌥⇧⌘])+([^\s\])]{1,5}[\])])$/i;

/**
 * A tooltip may end in the key for the control. Scripts of a page add the modifiers of the browser later: "Edit [e]" becomes
 * "Edit [alt-shift-e]".
 */
export const withoutModifiers = (text: string): string => text.replace(MODIFIERS, '$1$2');
