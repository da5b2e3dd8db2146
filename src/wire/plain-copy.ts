/** What a caller's script returned: data that JSON can hold, and where it stands for something that JSON can't. */
export interface PlainCopy {
  value?: unknown;
  /** What is inside comes before what is around it. */
  specials: SpecialValue[];
  /** It contains itself, or is too deep: there is no value. */
  isTooDeep?: true;
}

export interface SpecialValue {
  /** From the copy on. */
  path: (string | number)[];
  type: 'undefined' | 'number' | 'bigint' | 'date' | 'regexp' | 'map' | 'set';
  text?: string;
}

/** The value as it was in the page. Throws if the copy is none: a page can change what makes it. */
export function restoredValue(copy: PlainCopy): unknown {
  for (const special of copy.specials) {
    const holder = special.path.slice(0, -1).reduce<unknown>(own, copy);
    const key = special.path.at(-1) ?? '';
    Reflect.set(Object(holder), key, restored(special, own(holder, key)));
  }
  return copy.value;
}

/** Never what is inherited: `__proto__` would lead out of the copy. */
function own(holder: unknown, key: string | number): unknown {
  if (!Object.hasOwn(Object(holder), key)) throw new TypeError(`The copy has no ${key}`);
  return Reflect.get(Object(holder), key);
}

function restored({ type, text = '' }: SpecialValue, copy: unknown): unknown {
  switch (type) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(text);
    case 'bigint':
      return BigInt(text);
    case 'date':
      return new Date(Number(copy));
    case 'regexp': {
      const [source = '', flags = ''] = copy as string[];
      return new RegExp(source, flags);
    }
    case 'map':
      return new Map(copy as [unknown, unknown][]);
    case 'set':
      return new Set(copy as unknown[]);
  }
}
