/**
 * Refs and handles: `c{context}p{page}f{frame}e{element}`, where any part but the last may be left out if it is
 * 0. `e12` and `c0p0f0e12` are the same ref. Printing leaves zero parts out (`short`) or writes every part
 * (`full`); parsing accepts every form.
 */
import { quote } from './quote.js';

export interface PageAddress {
  context: number;
  page: number;
}

export interface FrameAddress extends PageAddress {
  frame: number;
}

export interface Ref extends FrameAddress {
  /** From 1. */
  element: number;
}

export type RefStyle = 'short' | 'full';

export type Parsed<T> = { ok: true; value: T } | { ok: false; message: string };

/** Counters stay far below; the bound keeps numbers exact and refs short. */
const MAX_PART = 2 ** 31;

/** Four parts of up to ten digits, and what an agent may paste around them. Longer text is rejected unread. */
const MAX_LENGTH = 64;

const NUMBER = '(0|[1-9][0-9]*)';
const REF = new RegExp(`^(?:c${NUMBER})?(?:p${NUMBER})?(?:f${NUMBER})?e${NUMBER}$`);
const FRAME = new RegExp(`^(?=.)(?:c${NUMBER})?(?:p${NUMBER})?(?:f${NUMBER})?$`);
const PAGE = new RegExp(`^(?=.)(?:c${NUMBER})?(?:p${NUMBER})?$`);

/** As printed in a snapshot, with brackets: agents copy it like that. */
const PASTED = /^(?:\[ref=(.*)\]|ref=(.*))$/s;

export function formatRef(ref: Ref, style: RefStyle = 'short'): string {
  return `${refPrefix(ref, style)}${ref.element}`;
}

/** A ref up to its number: the part that all elements of a frame share. */
export function refPrefix({ context, page, frame }: FrameAddress, style: RefStyle = 'short'): string {
  if (style === 'full') return `c${context}p${page}f${frame}e`;
  return `${part('c', context)}${part('p', page)}${part('f', frame)}e`;
}

/** `c0p0`: always with both parts, so that it cannot be mistaken for anything else. */
export function formatPageHandle({ context, page }: PageAddress): string {
  return `c${context}p${page}`;
}

/** `f1`, `p1f2`; the frame is written even when it is 0, since nothing would be left otherwise. */
export function formatFrameHandle({ context, page, frame }: FrameAddress, style: RefStyle = 'short'): string {
  if (style === 'full') return `c${context}p${page}f${frame}`;
  return `${part('c', context)}${part('p', page)}f${frame}`;
}

export function parseRef(input: unknown): Parsed<Ref> {
  const text = clean(input);
  const match = text === undefined ? null : REF.exec(text);
  if (!match) return malformed('ref', input, whyNoRef(text));
  const [context, page, frame, element] = numbers(match);
  if (!inRange(match)) return malformed('ref', input, `its numbers go up to ${MAX_PART}`);
  if (element === 0) return malformed('ref', input, 'elements are numbered from 1');
  return { ok: true, value: { context, page, frame, element } };
}

export function parseFrameHandle(input: unknown): Parsed<FrameAddress> {
  const match = FRAME.exec(clean(input) ?? '');
  if (!match) return malformed('frame handle', input, 'expected f1, p1f2 or c0p1f2');
  if (!inRange(match)) return malformed('frame handle', input, `its numbers go up to ${MAX_PART}`);
  const [context, page, frame] = numbers(match);
  return { ok: true, value: { context, page, frame } };
}

export function parsePageHandle(input: unknown): Parsed<PageAddress> {
  const match = PAGE.exec(clean(input) ?? '');
  if (!match) return malformed('page handle', input, 'expected c0p1 or p1');
  if (!inRange(match)) return malformed('page handle', input, `its numbers go up to ${MAX_PART}`);
  const [context, page] = numbers(match);
  return { ok: true, value: { context, page } };
}

function part(letter: string, value: number): string {
  return value === 0 ? '' : letter + value;
}

/** The bare ref, or undefined if the input cannot be one. */
function clean(input: unknown): string | undefined {
  if (typeof input !== 'string' || input.length > MAX_LENGTH) return undefined;
  const text = input.trim();
  const pasted = PASTED.exec(text);
  return pasted ? (pasted[1] ?? pasted[2]) : text;
}

function numbers(match: RegExpExecArray): [number, number, number, number] {
  const at = (group: number) => Number(match[group] ?? 0);
  return [at(1), at(2), at(3), at(4)];
}

function inRange(match: RegExpExecArray): boolean {
  return match.slice(1).every((digits) => Number(digits ?? 0) <= MAX_PART);
}

function whyNoRef(text: string | undefined): string {
  if (text !== undefined && PAGE.test(text)) return 'it names a page, and no element';
  if (text !== undefined && FRAME.test(text)) return 'it names a frame, and no element';
  if (text !== undefined && /^[cpfe0-9]+$/.test(text) && /[a-z]0[0-9]/.test(text))
    return 'numbers are written without leading zeros';
  return 'expected e12, f1e3 or c0p1f0e2';
}

function malformed(what: string, input: unknown, why: string): { ok: false; message: string } {
  const shown =
    typeof input === 'string'
      ? quote(input, 80)
      : `a value of type ${input === null ? 'null' : typeof input}`;
  return { ok: false, message: `Not a valid ${what}: ${shown}: ${why}` };
}
