/** Names in the forms of other languages. */

/** `getByTestId` as `get_by_test_id`, `waitForURL` as `wait_for_url`. */
export function snake(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/** `click` as `Click`, `no-preference` as `NoPreference`. */
export function pascal(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
}

/** `no-preference` as `NO_PREFERENCE`. */
export function constant(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}

/** A literal in double quotes. JSON's escapes are understood by Python, Java and C#. */
export const quoted = (text: string): string => JSON.stringify(text);

/** Only Python takes the name of an event; Java and C# have a method for each. */
export const takesEventName = (name: string): boolean => name === 'waitForEvent';

/** The enumerations of Java and C# for options that are strings elsewhere. */
export const ENUMS: Readonly<Record<string, string>> = {
  button: 'MouseButton',
  modifiers: 'KeyboardModifier',
  colorScheme: 'ColorScheme',
  reducedMotion: 'ReducedMotion',
  forcedColors: 'ForcedColors',
  contrast: 'Contrast',
  media: 'Media',
  sameSite: 'SameSiteAttribute',
};
