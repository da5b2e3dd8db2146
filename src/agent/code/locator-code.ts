/**
 * The Playwright locator that a person would write for an element. It comes from the snapshot that was shown: the test
 * id, else role and name, with `exact` or `nth` if they are ambiguous, else the text.
 */
import { isText, type SnapshotNode } from '../../tree/node.js';
import { literal } from '../text-line.js';

/** Roles that would match half of the page. */
const VAGUE = new Set(['generic', 'none', 'presentation', 'iframe', 'paragraph']);
/** Characters. A longer text is no easier to read than a path. */
const LONG_TEXT = 80;
/** Of a longer name, whole words of up to 40 characters. */
const FIRST_WORDS = /^.{16,40}(?=\s)/u;
/** Characters to save at least. */
const WORTHWHILE = 10;
/** The last character of a clipped name. */
const CUT = '…';

/** Undefined if neither role and name nor text identify the element. */
export function locatorCode(root: SnapshotNode, ref: string): string | undefined {
  const path = pathTo(root, ref);
  const node = path?.at(-1);
  if (!path || !node) return undefined;
  const frames = path.slice(0, -1).filter((each) => each.isFrame);
  let scope = root;
  let code = 'page';
  for (const frame of frames) {
    code += `.${frameStep(scope, frame)}.contentFrame()`;
    scope = frame;
  }
  const step = node.isFrame
    ? frameStep(scope, node)
    : (testIdStep(scope, node) ?? roleStep(scope, node) ?? textStep(scope, node));
  return step && `${code}.${step}`;
}

/** The code of a frame's document; selectors continue from it. */
export function frameCode(root: SnapshotNode, frame: string): string | undefined {
  const owner = allOf(root).find((node) => node.frame === frame);
  const code = owner && locatorCode(root, owner.ref);
  return code && `${code}.contentFrame()`;
}

/** A list has one selector per shadow root. Playwright's CSS pierces open shadow roots, so they are chained. */
export function cssCode(scope: string, css: string | string[]): string {
  return [css].flat().reduce((code, each) => `${code}.locator(${literal(each)})`, scope);
}

/** Hidden elements are not in the tree, but the page has compared their test ids; shadow roots are compared here. */
function testIdStep(scope: SnapshotNode, { testId }: SnapshotNode): string | undefined {
  if (testId === undefined) return undefined;
  const alike = inDocument(scope).filter((each) => each.testId === testId);
  return alike.length === 1 ? `getByTestId(${literal(testId)})` : undefined;
}

function roleStep(scope: SnapshotNode, node: SnapshotNode): string | undefined {
  if (VAGUE.has(node.role)) return undefined;
  const alike = inDocument(scope).filter(({ role }) => role === node.role);
  const byRole = (options: string) => `getByRole(${literal(node.role)}${options})`;
  if (node.name === '') return alike.length === 1 ? byRole('') : undefined;
  const name = node.name.endsWith(CUT) ? node.name.slice(0, -1) : node.name;
  const named = (isNamed: (other: string) => boolean) => alike.filter((each) => isNamed(plain(each.name)));
  const [exactly, inAnyCase] = [plain(node.name), plain(name).toLowerCase()];
  const containing = named((other) => other.toLowerCase().includes(inAnyCase));
  if (containing.length === 1) return byRole(`, { name: ${literal(telling(name, alike))} }`);
  const same = named((other) => other === exactly);
  const alikeButForCase = named((other) => other.toLowerCase() === exactly.toLowerCase());
  // `text-transform` changes our names but not Playwright's, so an exact match on capitals could fail.
  if (same.length < alikeButForCase.length || name === name.toUpperCase())
    return `${byRole(`, { name: ${literal(name)} }`)}.nth(${containing.indexOf(node)})`;
  const exact = byRole(`, { name: ${literal(name)}, exact: true }`);
  return same.length === 1 ? exact : `${exact}.nth(${same.indexOf(node)})`;
}

/** The first words of a long name, if no other name has them: Playwright finds a name by a part of it. */
function telling(name: string, alike: readonly SnapshotNode[]): string {
  const [start] = FIRST_WORDS.exec(name) ?? [];
  if (start === undefined || start.length > name.length - WORTHWHILE) return name;
  const wanted = plain(start).toLowerCase();
  return alike.filter((each) => plain(each.name).toLowerCase().includes(wanted)).length === 1 ? start : name;
}

/** Playwright picks the innermost element with the text, so no other element of the document may contain it. */
function textStep(scope: SnapshotNode, node: SnapshotNode): string | undefined {
  // The text of a field is its value, and its placeholder may come from CSS: neither identifies it.
  if (node.states.editable === true) return undefined;
  const text = plain(node.text ?? '');
  if (text === '' || text.length > LONG_TEXT || text.endsWith(CUT)) return undefined;
  const wanted = text.toLowerCase();
  const isSaid = (said = '') => plain(said).toLowerCase().includes(wanted);
  const saying = inDocument(scope).filter(
    (each) =>
      isSaid(each.name) ||
      isSaid(each.text) ||
      each.children.some((child) => isText(child) && isSaid(child.text)),
  );
  return saying.length === 1 ? `getByText(${literal(text)})` : undefined;
}

/** As Playwright compares text: without zero-width spaces and soft hyphens. */
const plain = (text: string): string =>
  text
    .replace(/[\u200b\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function frameStep(scope: SnapshotNode, frame: SnapshotNode): string {
  const alike = inDocument(scope).filter(({ isFrame, tag }) => isFrame && tag === frame.tag);
  if (alike.length === 1) return `locator(${literal(frame.tag)})`;
  const { frameName } = frame;
  if (frameName && alike.filter((each) => each.frameName === frameName).length === 1)
    return `locator(${literal(`${frame.tag}[name=${JSON.stringify(frameName)}]`)})`;
  return `locator(${literal(frame.tag)}).nth(${alike.indexOf(frame)})`;
}

function pathTo(node: SnapshotNode, ref: string): SnapshotNode[] | undefined {
  if (node.ref === ref) return [node];
  for (const child of node.children) {
    const rest = isText(child) ? undefined : pathTo(child, ref);
    if (rest) return [node, ...rest];
  }
  return undefined;
}

/** All elements below `scope`, without the contents of frames. */
function inDocument(scope: SnapshotNode): SnapshotNode[] {
  const found: SnapshotNode[] = [];
  const visit = (node: SnapshotNode) => {
    for (const child of node.children) {
      if (isText(child)) continue;
      found.push(child);
      if (!child.isFrame) visit(child);
    }
  };
  visit(scope);
  return found;
}

function allOf(root: SnapshotNode): SnapshotNode[] {
  return inDocument(root).flatMap((node) => (node.isFrame ? [node, ...allOf(node)] : [node]));
}
