/**
 * Random trials of compare-and-act, many in one call: a page is drawn from a model, captured, changed in one of many
 * ways, and a ref is resolved as an action would. Only the model knows what each control is really about. Runs in the
 * isolated world, beside the code under test.
 */

export interface TrialOutcome {
  trials: number;
  /** Resolved to a control that differs in a compared fact. */
  wrong: string[];
  /** Refused although the same node shows the same facts. */
  needless: string[];
  /** By kind of change and result: `unkeyed acted`, `replaced refused`, … */
  counts: Record<string, number>;
}

/** `(arg) => string`; the argument is `{ seed, trials, nextElement }`, the result a `TrialOutcome` with `nextElement`. */
export const COMPARE_TRIALS = `(arg) => {
  const given = JSON.parse(arg);
  let state = given.seed >>> 0;
  let { nextElement } = given;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const upTo = (n) => Math.floor(random() * n);
  const pick = (list) => list[upTo(list.length)];
  const NAMES = ['Alice', 'Bob', 'Carol', 'Dan', 'Eve', 'Frank', 'Order 1041', 'Order 1042', 'Room A', 'Room B', '1041', '1042'];
  const VERBS = ['Delete', 'Edit', 'Open', 'Follow', 'Unfollow', 'Pay 5', 'Pay 6'];
  /** Clocks and counters. */
  const TICKS = {
    clock: (now) => '12:' + now,
    since: (now) => (now === 0 ? 'just now' : now === 1 ? '1 minute ago' : now < 50 ? now + ' minutes ago' : 'an hour ago'),
    count: (now) => (now === 0 ? 'No votes' : now === 1 ? '1 vote' : now < 50 ? now + ' votes' : '1.' + (now % 10) + 'K votes'),
    badge: (now) => (now < 30 ? '' : '' + now),
  };
  const call = (method, request) => {
    const answer = JSON.parse(globalThis.sightline.call(JSON.stringify({ method, request, nextElement })));
    ({ nextElement } = answer);
    return answer.reply;
  };
  const capture = () => call('capture', { maxDepth: 100, maxNodes: 5000, timeBudget: 5000, maxTextLength: 500, selectors: false, xpath: false, boxes: false, idAttributes: ['id'], closedShadow: 'none' });

  /** What a control is about, whatever node shows it. */
  const newFacts = () => ({
    key: pick(NAMES), verb: pick(VERBS), note: pick(['', 'note one', 'note two']), picture: pick(['', '/a.png', '/b.png']),
    state: pick(['false', 'true']), value: pick(['', 'x', 'y']), role: pick(['button', 'link', 'toggle', 'field']),
  });
  const newScene = () => ({
    kind: pick(['ul', 'table', 'cards', 'articles', 'terms', 'columns', 'dialog']), ticks: pick(Object.keys(TICKS)), region: pick(['Users', 'Orders']), title: pick(['Team', 'Shop']), heading: pick(['Active', 'Archive']),
    path: pick(['/one', '/two']), clock: upTo(60), wrapped: random() < 0.3, rows: Array.from({ length: 1 + upTo(4) }, newFacts),
  });
  /** The facts that a control shows: element → facts. */
  let shows = new WeakMap();
  const el = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const write = (control, facts, scene) => {
    for (const { name } of [...control.attributes]) if (name !== 'type') control.removeAttribute(name);
    if (control.localName === 'input') { control.setAttribute('aria-label', facts.verb); control.value = facts.value; }
    else control.replaceChildren(...(facts.picture ? [el('img', { src: facts.picture, alt: '' })] : []), facts.verb);
    if (control.localName === 'a') control.setAttribute('href', '/' + facts.key);
    if (facts.note) control.setAttribute('aria-description', facts.note);
    if (facts.role === 'toggle') control.setAttribute('aria-pressed', facts.state);
    shows.set(control, { ...facts, scene: { region: scene.region, title: scene.title, heading: scene.heading, path: scene.path } });
  };
  const makeControl = (facts, scene) => {
    const control = el(facts.role === 'field' ? 'input' : facts.role === 'link' ? 'a' : 'button');
    write(control, facts, scene);
    return control;
  };
  /** A number alone may be a counter where it stands in no item. */
  const label = ({ key }, { kind }) => (kind === 'columns' && /^\\d/.test(key) ? 'Invoice ' + key : key);
  const makeRow = (facts, scene) => {
    const key = el('span', {}, label(facts, scene));
    const clock = el('i', {}, TICKS[scene.ticks](scene.clock));
    const control = makeControl(facts, scene);
    const held = scene.wrapped ? el('span', {}, control) : control;
    const row =
      scene.kind === 'table' ? el('tr', {}, el('td', {}, key), el('td', {}, clock), el('td', {}, held))
      : scene.kind === 'ul' ? el('li', {}, key, ' ', clock, ' ', held)
      : scene.kind === 'terms' ? el('div', {}, el('dt', {}, key), el('dd', {}, clock, ' ', held))
      : scene.kind === 'columns' ? el('div', { class: 'line ' + facts.verb.length }, el('div', { class: 'column' }, key), el('div', { class: 'column' }, held), el('p', {}, clock))
      : scene.kind === 'dialog' ? el('div', { role: 'dialog', class: facts.verb }, el('p', {}, key, ' ', clock), el('footer', {}, el('span', {}, held)))
      : scene.kind === 'articles' ? el('article', {}, el('p', {}, key), el('p', {}, clock), held)
      : el('div', { class: 'card' }, el('b', {}, key), ' ', clock, ' ', held);
    return { row, key, clock, control };
  };
  /** Browsers ignore this when it comes too often: where the page is then is what counts. */
  const moveTo = (path) => {
    if (location.pathname === path || random() < 0.9) return;
    try {
      history[random() < 0.5 ? 'pushState' : 'replaceState'](null, '', path);
    } catch {}
  };
  const draw = (scene) => {
    moveTo(scene.path);
    scene.path = location.pathname;
    const rows = scene.rows.map((facts) => makeRow(facts, scene));
    const list = scene.kind === 'table' ? el('table', {}, el('tbody')) : el({ ul: 'ul', terms: 'dl' }[scene.kind] ?? 'div');
    const into = scene.kind === 'table' ? list.firstChild : list;
    into.append(...rows.map(({ row }) => row));
    // A list of one card has no card beside it: one that nobody acts on tells what it is.
    if (scene.kind === 'cards') into.append(el('div', { class: 'card' }, 'End'));
    const heading = el('h2', {}, scene.heading);
    const title = el('h1', {}, scene.title);
    const section = el('section', { 'aria-label': scene.region }, heading, list);
    document.body.replaceChildren(title, section);
    return { rows, into, heading, title, section };
  };
  /** Another value of one fact. */
  const other = (facts) => {
    const changed = { ...facts };
    const what = pick(['key', 'verb', 'note', 'picture', 'state', 'value']);
    if (what === 'key') changed.key = pick(NAMES.filter((name) => name !== facts.key));
    if (what === 'verb') changed.verb = pick(VERBS.filter((verb) => verb !== facts.verb));
    if (what === 'note') changed.note = facts.note === 'note one' ? 'note two' : 'note one';
    if (what === 'picture') changed.picture = facts.picture === '/a.png' ? '/b.png' : '/a.png';
    if (what === 'state') changed.state = facts.state === 'true' ? 'false' : 'true';
    if (what === 'value') changed.value = facts.value === 'x' ? 'y' : 'x';
    return changed;
  };
  const rewrite = (drawn, at, facts, scene) => {
    const { key, control } = drawn.rows[at];
    if ((facts.role === 'field') !== (control.localName === 'input') || (facts.role === 'link') !== (control.localName === 'a')) facts.role = shows.get(control).role;
    key.textContent = label(facts, scene);
    write(control, facts, scene);
  };
  const CHANGES = {
    /** An unkeyed list is sorted or filtered: nodes stay, data moves. */
    unkeyed(drawn, scene) {
      const shuffled = scene.rows.map((facts) => [random(), facts]).sort((a, b) => a[0] - b[0]).map(([, facts]) => facts);
      shuffled.forEach((facts, at) => rewrite(drawn, at, { ...facts }, scene));
    },
    /** A keyed list: nodes move with their data, some go. */
    keyed(drawn) {
      for (const { row } of drawn.rows) if (random() < 0.5) drawn.into.prepend(row);
      if (random() < 0.3) drawn.rows[upTo(drawn.rows.length)].row.remove();
    },
    /** A virtual list scrolls: its nodes show the next rows. */
    virtual(drawn, scene) {
      const next = [...scene.rows.slice(1), newFacts()];
      next.forEach((facts, at) => rewrite(drawn, at, { ...facts }, scene));
    },
    /** One fact of one row. */
    fact(drawn, scene, at) { rewrite(drawn, at, other(scene.rows[at]), scene); },
    /** What is around all rows. */
    around(drawn, scene) {
      const what = pick(['region', 'title', 'heading', 'path']);
      const now = { ...scene, [what]: { region: 'Guests', title: 'Store', heading: 'Deleted', path: '/three' }[what] };
      drawn.title.textContent = now.title; drawn.heading.textContent = now.heading;
      drawn.section.setAttribute('aria-label', now.region);
      moveTo(now.path);
      now.path = location.pathname;
      drawn.rows.forEach(({ control }) => shows.set(control, { ...shows.get(control), scene: { region: now.region, title: now.title, heading: now.heading, path: now.path } }));
    },
    /** All of it is drawn anew: the same, or with one fact changed. */
    replaced(drawn, scene, at) {
      const rows = scene.rows.map((facts, index) => (index === at && random() < 0.7 ? other(facts) : facts));
      const what = random() < 0.3 ? pick(['region', 'title', 'heading', 'path']) : '';
      draw({ ...scene, rows, ...(what && { [what]: 'Guests' }), ...(what === 'path' && { path: '/three' }) });
    },
    /** Clocks go on, and controls become disabled, enabled and focused. */
    harmless(drawn, scene) {
      drawn.rows.forEach(({ clock, control }) => {
        clock.textContent = TICKS[scene.ticks](upTo(60));
        if (random() < 0.3) control.toggleAttribute('disabled');
        if (random() < 0.3) control.focus();
      });
      if (random() < 0.3) drawn.into.append(drawn.into.lastElementChild.cloneNode(false));
    },
  };
  const same = (was, is, how) =>
    was.key === is.key && was.verb === is.verb && was.picture === is.picture && (was.note === is.note || !was.note || !is.note) &&
    was.scene.region === is.scene.region && was.scene.title === is.scene.title && was.scene.heading === is.scene.heading && was.scene.path === is.scene.path &&
    (!how.turns || was.role !== 'toggle' || was.state === is.state) && (!how.overwrites || was.role !== 'field' || was.value === is.value);
  /** A picture that has come or gone says nothing. */
  const bothPictures = (was, is) => was.role === 'field' || was.picture === is.picture || !was.picture || !is.picture;

  /** Of rows that only numbers tell apart, the clock may be one of them. */
  const isTelling = ({ key }, { kind, rows }) => (/[a-z]/i.test(key) || kind === 'table') && rows.filter((row) => row.key === key).length === 1;

  const outcome = { trials: 0, wrong: [], needless: [], counts: {} };
  for (let trial = 0; trial < given.trials; trial++) {
    const began = state;
    const scene = newScene();
    // Rows that show the same are one thing to whoever looks.
    const drawn = draw(scene);
    const moment = capture().moment;
    const at = upTo(drawn.rows.length);
    const { control } = drawn.rows[at];
    const was = shows.get(control);
    const number = JSON.parse(globalThis.sightline.call(JSON.stringify({ method: 'find', request: { target: { locator: [{ engine: 'css', selector: control.localName }, { engine: 'nth', index: [...document.querySelectorAll(control.localName)].indexOf(control) }] } }, nextElement }))).reply.found.element;
    const kinds = Object.keys(CHANGES);
    const kind = pick(kinds);
    CHANGES[kind](drawn, scene, at);
    const seenByOthers = random() < 0.3;
    if (seenByOthers) capture();
    const how = { turns: random() < 0.5, overwrites: random() < 0.5 };
    const reply = call('find', { target: { element: number, check: { ...how, moment } } });
    const resolved = reply.ok ? globalThis.sightline.node(reply.found.element) : undefined;
    const is = resolved && shows.get(resolved);
    const result = !reply.ok ? 'refused' : reply.found.refound ? 'found again' : 'acted';
    outcome.counts[kind + ' ' + result] = (outcome.counts[kind + ' ' + result] ?? 0) + 1;
    outcome.trials++;
    const told = () => 'seed ' + began + ', ' + kind + ' ' + JSON.stringify(how) + ': ' + JSON.stringify(was) + ' → ' + JSON.stringify(is ?? shows.get(control)) + ' ' + JSON.stringify(reply.failure?.differences ?? '');
    if (resolved && !(is && (same(was, is, how) || (bothPictures(was, is) && same({ ...was, picture: '' }, { ...is, picture: '' }, how))))) outcome.wrong.push(told());
    if (!reply.ok && reply.failure.kind === 'changed' && isTelling(was, scene) && was.role === shows.get(control).role && same(was, shows.get(control), { turns: true, overwrites: true })) outcome.needless.push(told());
  }
  return JSON.stringify({ ...outcome, nextElement });
}`;
