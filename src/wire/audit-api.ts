/** What web developers ask about a page: styles, accessibility problems, files of its site. */
import type { Box } from '../tree/node.js';
import type { Failed, Found, Target } from './api.js';

export type AuditRule =
  | 'name'
  | 'contrast'
  | 'role'
  | 'state'
  | 'reference'
  | 'heading'
  | 'hidden-focus'
  | 'nested'
  | 'tab-order'
  | 'title'
  | 'language';

export interface Problem {
  rule: AuditRule;
  detail: string;
  /** Absent: it is about the whole document. */
  element?: number;
  role: string;
  name: string;
}

export interface Audited {
  problems: Problem[];
  /** How many elements were checked. */
  elements: number;
  /** Texts of unknown contrast: a picture or something translucent is behind them. */
  unknownContrast: number;
}

export interface Inspected extends Found {
  /** In the frame's viewport; null when it has none. */
  box: Box | null;
  /** The box without border and padding. */
  content?: Box;
  visible: boolean;
  styles: [property: string, value: string][];
}

export interface DeveloperMethods {
  audit: { request: { isMain: boolean }; reply: Audited };
  inspect: {
    request: { target: Target; properties: string[] | 'all' };
    reply: { ok: true; inspected: Inspected } | Failed;
  };
  /** What a person reads on it: names and text, of the control around it, too. */
  words: { request: { target: Target }; reply: { ok: true; words: string[] } | Failed };
  /** A text file that the document may read: a source map. */
  fetchText: {
    request: { url: string; maxLength: number };
    reply: { ok: true; text: string } | { ok: false; reason: string };
  };
}
