/**
 * The kinds of setting values. One reader parses them from a flag, a variable or the JSON of the config file.
 */
import { resolve } from 'node:path';

export interface Kind<T> {
  /** The value's name in the help; a switch has none. */
  readonly placeholder?: string;
  /** For the error message: `must be …, not "x"`. */
  readonly expects: string;
  /** The flag may be repeated, and several values may follow it. */
  readonly many?: boolean;
  /** `null` in the config file is a value, not absence. */
  readonly nullable?: boolean;
  /** Undefined if the value is invalid. Relative paths are relative to `base`. */
  read(given: unknown, base: string): T | undefined;
}

export const text: Kind<string> = {
  placeholder: 'text',
  expects: 'a non-empty string',
  read: (given) => (typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined),
};

export const named = (placeholder: string, kind: Kind<string> = text): Kind<string> => ({
  ...kind,
  placeholder,
});

export const flag: Kind<boolean> = {
  expects: 'true or false',
  read(given) {
    if (typeof given === 'boolean') return given;
    if (typeof given !== 'string') return undefined;
    return readBoolean(given);
  },
};

/** Undefined if the text is not a boolean. */
export function readBoolean(word: string): boolean | undefined {
  if (/^(?:true|1|yes|on)$/i.test(word.trim())) return true;
  return /^(?:false|0|no|off)$/i.test(word.trim()) ? false : undefined;
}

export function whole(placeholder: string, max = Number.MAX_SAFE_INTEGER): Kind<number> {
  return {
    placeholder,
    expects: max === Number.MAX_SAFE_INTEGER ? 'a whole number' : `a whole number up to ${max}`,
    read(given) {
      const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
      return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max
        ? value
        : undefined;
    },
  };
}

export const fraction: Kind<number> = {
  placeholder: 'part',
  expects: 'a number from 0 to 1',
  read(given) {
    const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
    return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
  },
};

export const milliseconds = whole('ms', 2 ** 31 - 1); // Longer Node timers fire at once.

export function oneOf<const T extends string>(...values: T[]): Kind<T> {
  return {
    placeholder: values.join('|'),
    expects: `one of ${values.join(', ')}`,
    read: (given) => values.find((value) => value === given),
  };
}

/** Strings, in one value with a separator or in several values. */
export function list(placeholder: string, separator: ',' | ';'): Kind<string[]> {
  return {
    placeholder: `${placeholder}${separator}…`,
    expects: `a list separated by "${separator}"`,
    many: true,
    read(given) {
      const parts = typeof given === 'string' ? [given] : given;
      if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined;
      return parts.flatMap((part) => part.split(separator)).flatMap((part) => part.trim() || []);
    },
  };
}

/** Like `list`, but without a separator: commas are part of a value. */
export const texts = (placeholder: string): Kind<string[]> => ({
  placeholder,
  expects: 'one or more strings',
  many: true,
  read(given) {
    const parts = typeof given === 'string' ? [given] : given;
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : undefined;
  },
});

export const path = (placeholder: string): Kind<string> => ({
  placeholder,
  expects: 'a path',
  read(given, base) {
    const name = text.read(given, base);
    return name === undefined ? undefined : resolve(base, name);
  },
});

export const paths = (placeholder: string): Kind<string[]> => ({
  ...texts(placeholder),
  expects: 'one or more paths',
  read: (given, base) =>
    texts(placeholder)
      .read(given, base)
      ?.map((name) => resolve(base, name)),
});

/** `null`: the size of the browser window. */
export const size: Kind<{ width: number; height: number } | null> = {
  placeholder: 'WxH',
  expects: 'like 1280x720',
  nullable: true,
  read(given) {
    if (given === null) return null;
    const match = typeof given === 'string' ? /^(\d{1,5})[x,](\d{1,5})$/.exec(given.trim()) : null;
    const { width, height } = match ? { width: Number(match[1]), height: Number(match[2]) } : asSize(given);
    return width > 0 && height > 0 ? { width, height } : undefined;
  },
};

/** INI files have strings only. */
function asSize(given: unknown): { width: number; height: number } {
  const { width, height } = isRecord(given) ? given : {};
  const whole = (side: unknown): number => {
    const value = typeof side === 'string' ? Number(side) : side;
    return typeof value === 'number' && Number.isInteger(value) ? value : 0;
  };
  return { width: whole(width), height: whole(height) };
}

export const number: Kind<number> = {
  placeholder: 'number',
  expects: 'a number greater than 0',
  read(given) {
    const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
    return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
  },
};

/** `{ latitude, longitude, accuracy }`; the browser's code checks the ranges. */
export const location: Kind<{ latitude: number; longitude: number; accuracy?: number }> = {
  placeholder: '{…}',
  expects: 'an object with latitude and longitude',
  read(given) {
    const { latitude, longitude, accuracy } = isRecord(given) ? given : {};
    const [north, east, within] = [latitude, longitude, accuracy].map((each) =>
      typeof each === 'string' && each.trim() !== '' ? Number(each) : each,
    );
    if (!Number.isFinite(north) || !Number.isFinite(east)) return undefined;
    const place = { latitude: north as number, longitude: east as number }; // both are finite numbers
    return typeof within === 'number' ? { ...place, accuracy: within } : place;
  },
};

/** A list of arguments, or all of them. */
export const textsOrAll: Kind<string[] | boolean> = {
  ...texts('argument'),
  expects: 'a list of arguments, or true',
  read: (given, base) => (typeof given === 'boolean' ? given : texts('').read(given, base)),
};

/** `Name: value`, `Name` for an empty value, or an object. */
export const headers: Kind<Record<string, string>> = {
  placeholder: '"Name: value"',
  expects: 'like "Name: value"',
  many: true,
  read(given) {
    if (isRecord(given)) return textRecord.read(given, '');
    const lines = texts('').read(given, '');
    const pairs = lines?.map((line) => /^\s*([^\s:]+)\s*(?::\s*(.*?)\s*)?$/.exec(line));
    if (!pairs?.every((pair) => pair !== null)) return undefined;
    return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
  },
};

/** An object of strings; only possible in the config file. */
export const textRecord: Kind<Record<string, string>> = record(
  'strings',
  (value) => typeof value === 'string',
);

/** An object of strings, numbers and booleans; only possible in the config file. */
export const plainRecord: Kind<Record<string, string | number | boolean>> = record(
  'strings, numbers and booleans',
  (value): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value),
);

function record<T>(values: string, isValue: (value: unknown) => value is T): Kind<Record<string, T>> {
  return {
    placeholder: '{…}',
    expects: `an object of ${values}`,
    read(given) {
      if (!isRecord(given)) return undefined;
      const pairs = Object.entries(given).flatMap(([name, value]) =>
        isValue(value) ? [[name, value] as const] : [],
      );
      return pairs.length === Object.keys(given).length ? Object.fromEntries(pairs) : undefined;
    },
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
