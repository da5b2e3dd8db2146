/**
 * Random pages for trials of compare-and-act with real input: rows with controls, and a page that changes right after
 * the look or on an event of the action itself. The page logs which control every trusted event reached, and what that
 * control was about at that time.
 */

export interface Scene {
  /** The names of the rows. */
  keys: string[];
  heading: string;
  /** Where the page changes: at once, or on the first event of this type. */
  on: string;
  mutation: string;
  /** Two rows that the change is about; the first is the one that is acted on. */
  rows: [number, number];
}

export interface Reached {
  type: string;
  key: string;
  heading: string;
  node: number;
  /** On what the page had changed before; empty if it had not. */
  after: string;
}

export const SOFT = ['pointerover', 'pointerenter', 'mouseover', 'pointermove', 'mousemove', 'focusin'];
export const HARD = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'keydown',
  'beforeinput',
  'input',
];
/** What is logged. A `beforeinput` that is canceled enters nothing: the `input` after it counts. */
const EFFECTS = HARD.filter((type) => type !== 'beforeinput');
export const MUTATIONS = [
  'swapData',
  'swapNodes',
  'redraw',
  'cover',
  'shift',
  'heading',
  'remove',
  'focus',
  'clock',
];

/** `start(scene)` draws it, `arm()` lets it change, `log` holds what was reached. */
export const TRIAL_PAGE = `<!doctype html><title>trial</title>
<style>body { margin: 0 } li { height: 40px; list-style: none } .cover { position: fixed; inset: 0 }</style>
<div id=root></div><script>
const nodes = new WeakMap();
let log = [], scene, armed = false, fired = '', count = 0;
const el = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
const row = (key) => {
  const controls = [el('button', {}, 'Delete'), el('input', { 'aria-label': 'Note' }), el('input', { type: 'checkbox', 'aria-label': 'Done' })];
  for (const control of controls) nodes.set(control, ++count);
  return el('li', {}, el('b', {}, key), ' ', el('time', {}, '12:00'), ' ', ...controls);
};
const draw = (keys, heading) => root.replaceChildren(el('h2', {}, heading), el('ul', {}, ...keys.map(row)));
const MUTATIONS = {
  swapData(one, other) { const [a, b] = [one, other].map((li) => li.querySelector('b')); [a.textContent, b.textContent] = [b.textContent, a.textContent]; },
  swapNodes(one, other) { const mark = el('i'); one.replaceWith(mark); other.replaceWith(one); mark.replaceWith(other); },
  redraw() { draw([...scene.keys.slice(1), scene.keys[0]], scene.heading); },
  cover() { const button = el('button', { class: 'cover' }, 'Cover'); nodes.set(button, ++count); root.append(el('li', {}, el('b', {}, 'Cover'), button)); },
  shift() { document.querySelector('ul').style.marginTop = '-40px'; },
  heading() { document.querySelector('h2').textContent = 'Other'; },
  remove(one) { one.remove(); },
  focus(one, other) { other.querySelector('input').focus(); },
  clock() { for (const time of document.querySelectorAll('time')) time.textContent = '12:01'; },
};
const change = (on) => {
  if (fired) return;
  fired = on;
  const rows = document.querySelectorAll('li');
  MUTATIONS[scene.mutation](rows[scene.rows[0]], rows[scene.rows[1]]);
};
/** After the look: a pointer that rests there makes events as soon as something is drawn. */
const arm = () => {
  armed = true;
  if (scene.on === 'at once') change(scene.on);
};
const start = (given) => {
  scene = given; armed = false; fired = ''; log = [];
  draw(scene.keys, scene.heading);
};
for (const type of ${JSON.stringify(EFFECTS)}) addEventListener(type, (event) => {
  const control = event.isTrusted && event.target instanceof Element && event.target.closest('button, input');
  if (control) log.push({ type, key: control.closest('li')?.querySelector('b')?.textContent ?? '', heading: document.querySelector('h2').textContent, node: nodes.get(control), after: fired });
}, true);
for (const type of ${JSON.stringify([...SOFT, ...HARD])}) addEventListener(type, (event) => {
  if (event.isTrusted && armed && scene.on === type) change(type);
}, true);
</script>`;
