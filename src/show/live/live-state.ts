/** The state of a running server, as the viewer's page gets it. */
import type { PointedElement } from '../../page/element-at.js';

export interface LiveState {
  pages: { handle: string; url: string }[];
  /** The handle of the page that is shown. */
  page: string | undefined;
  url: string | undefined;
  /** Who has taken over. */
  holder: 'nobody' | 'you' | 'other';
  dialog: { kind: string; message: string; defaultValue: string } | undefined;
  /** The page wants files. */
  chooser: { multiple: boolean } | undefined;
  /** A list or calendar that the browser shows outside of the page. */
  picker: (NonNullable<PointedElement['picker']> & { words: string }) | undefined;
  /** What agents ask for, oldest first. */
  requests: { id: string; reason: string; needed: string | undefined; pick: boolean }[];
  /** Why there is no browser any more. */
  lost: string | undefined;
}

/** A picture, as the page gets it. */
export interface LiveFrame {
  /** Base64. */
  jpeg: string;
  /** CSS pixels of the viewport. */
  width: number;
  height: number;
}

/** An element that was pointed at. */
export interface LiveElement {
  /** `button "Pay" [ref=e5]` */
  words: string;
  /** In the viewport. */
  box: { x: number; y: number; width: number; height: number };
}
