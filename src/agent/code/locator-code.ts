/**
 * The locator that a person would write for an element of a snapshot, as Playwright code. It is made from the
 * tree that was shown: the role and the name, as much of it as tells the element from its likes, else its text.
 */
import { isText, type SnapshotNode } from '../../tree/node.js';
import { literal } from '../text-line.js';

/** Roles that say nothing: a locator by them would match half of the page. */
const VAGUE = new Set(['generic', 'none', 'presentation', 'iframe', 'paragraph']);
/** A locator with more text than this is no easier to read than a path. */
const LONG_TEXT = 80;
/** Ends a name that was cut. */
const CUT = '…';

/** Undefined where neither role and name nor text tell which element it is. */
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
  const step = node.isFrame ? frameStep(scope, node) : (roleStep(scope, node) ?? textStep(scope, node));
  return step && `${code}.${step}`;
}

/** The code up to the document that an element is in, for selectors that name it there. */
export function frameCode(root: SnapshotNode, frame: string): string | undefined {
  const owner = allOf(root).find((node) => node.frame === frame);
  const code = owner && locatorCode(root, owner.ref);
  return code && `${code}.contentFrame()`;
}

/** CSS as code; a list crosses shadow roots, which Playwright's CSS does by itself. */
export function cssCode(scope: string, css: string | string[]): string {
  return [css].flat().reduce((code, each) => `${code}.locator(${literal(each)})`, scope);
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
  if (containing.length === 1) return byRole(`, { name: ${literal(name)} }`);
  const same = named((other) => other === exactly);
  const alikeButForCase = named((other) => other.toLowerCase() === exactly.toLowerCase());
  // Capitals may be the style sheet's: they are in the name here, and not in Playwright's.
  if (same.length < alikeButForCase.length || name === name.toUpperCase())
    return `${byRole(`, { name: ${literal(name)} }`)}.nth(${containing.indexOf(node)})`;
  const exact = byRole(`, { name: ${literal(name)}, exact: true }`);
  return same.length === 1 ? exact : `${exact}.nth(${same.indexOf(node)})`;
}

/** Playwright takes the innermost element with the text: nothing else in the document may say it. */
function textStep(scope: SnapshotNode, node: SnapshotNode): string | undefined {
  // What is written in it now says nothing of it, and what stands in for that may be the style sheet's.
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

/** As Playwright compares texts: zero-width spaces and soft hyphens don't count. */
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

/** The elements of one document: what is below `scope`, not going into further frames. */
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
