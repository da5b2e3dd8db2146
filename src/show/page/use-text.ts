import { useEffect, useState } from 'preact/hooks';
import type { RunStep } from '../run.js';
import type { Source } from './source.js';

/** A part of the detail with a text whose elements can be pointed at. */
export interface TextProps {
  step: RunStep;
  source: Source;
  pointed: string | undefined;
  onPoint(ref: string | undefined): void;
}

/** The text of a file of the trail; undefined if there is none. */
export function useText(source: Source, name: string | undefined): string | undefined | 'loading' {
  const [loaded, setLoaded] = useState<{ name: string; text: string | undefined }>();
  useEffect(() => {
    if (name === undefined) return undefined;
    let isWanted = true;
    void source.text(name).then((text) => {
      if (isWanted) setLoaded({ name, text });
    });
    return () => {
      isWanted = false;
    };
  }, [source, name]);
  if (name === undefined) return undefined;
  return loaded?.name === name ? loaded.text : 'loading';
}
