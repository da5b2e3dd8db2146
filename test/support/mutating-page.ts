/**
 * A page that changes at random and knows what is what: every element that it creates has a stamp, kept in the
 * page's own memory where nothing else can see it. Re-rendering a thing gives the new node the old stamp; another
 * thing has another stamp, however similar it looks.
 */
export const MUTATING_PAGE = `<!doctype html><title>mutating</title>
<main><div id="toolbar"></div><ul id="list"></ul><div id="cards"></div>
<table><tbody id="table"></tbody></table><div id="single"></div></main>
<script>
  const stamps = new WeakMap();
  // Two documents at one URL are two worlds: nothing in one is anything in the other.
  let serial = Math.floor(performance.timeOrigin % 1e7) * 1000;
  let state = 1;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const pick = (list) => list[Math.floor(random() * list.length)];
  const make = (tag, stamp, attributes, ...content) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
    element.append(...content);
    stamps.set(element, stamp);
    return element;
  };
  const LABELS = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta', 'Theta'];
  const newRow = () => ({ stamp: ++serial, label: pick(LABELS) + ' ' + serial });

  // Each region renders its rows in its own way.
  const regions = {
    list: { rows: [], draw: (row) => make('li', row.stamp + '', {}, row.label, ...tools(row)) },
    cards: {
      rows: [],
      draw: (row) => make('div', row.stamp + '', { id: 'card-' + row.stamp, class: 'card' }, make('h3', row.stamp + 'h', {}, row.label), ...tools(row)),
    },
    // Ids by position: the first row is row-0 whatever it shows.
    table: {
      rows: [],
      draw: (row, index) => make('tr', row.stamp + '', { id: 'row-' + index },
        make('td', row.stamp + 'n', {}, row.label),
        make('td', row.stamp + 't', {}, make('button', row.stamp + 'd', { id: 'delete-' + index }, 'Delete'))),
    },
    single: { rows: [], max: 1, draw: (row) => make('div', row.stamp + '', {}, row.label + ' ', make('button', row.stamp + 'r', {}, 'Remove this')) },
  };
  const tools = (row) => [
    make('button', row.stamp + 'e', {}, 'Edit'),
    make('button', row.stamp + 'd', {}, 'Delete'),
    make('label', row.stamp + 'l', {}, make('input', row.stamp + 'c', { type: 'checkbox' }), 'Done'),
    make('a', row.stamp + 'a', { href: '/open/' + row.stamp }, 'Open'),
  ];
  const nodes = new Map();
  const nodeOf = (name, row, index, fresh) => {
    const key = name + row.stamp;
    if (fresh || !nodes.has(key)) nodes.set(key, regions[name].draw(row, index));
    return nodes.get(key);
  };
  // Keyed: nodes move with their rows. Fresh: every node is created anew.
  const render = (name, fresh) => {
    const { rows } = regions[name];
    document.getElementById(name).replaceChildren(...rows.map((row, index) => nodeOf(name, row, index, fresh || name === 'table')));
  };
  // Unkeyed, like a patch: surplus rows are removed; the nodes stay and keep their stamps.
  const truncate = (name) => { document.getElementById(name).lastElementChild?.remove(); regions[name].rows.pop(); };

  let toolbar = [];
  const drawToolbar = () => document.getElementById('toolbar').replaceChildren(
    ...toolbar.map((tool) => make(tool.tag, tool.stamp, { id: tool.id, role: tool.role }, tool.name)));
  const newToolbar = () => {
    toolbar = [
      { tag: 'button', stamp: ++serial + 's', id: 'save', name: 'Save' },
      { tag: 'button', stamp: ++serial + 'x', id: 'cancel', name: 'Cancel' },
      { tag: 'button', stamp: ++serial + 'o', name: 'Reload' },
      { tag: 'div', stamp: ++serial + 'p', id: 'plain', name: 'Status', role: 'button' },
    ];
    drawToolbar();
  };

  const OPERATIONS = {
    insert(name) { const { rows, max = 8 } = regions[name]; if (rows.length < max) rows.splice(Math.floor(random() * (rows.length + 1)), 0, newRow()); render(name, random() < 0.3); },
    remove(name) { const { rows } = regions[name]; rows.splice(Math.floor(random() * rows.length), 1); render(name, random() < 0.3); },
    replace(name) { const { rows } = regions[name]; if (rows.length) rows[Math.floor(random() * rows.length)] = newRow(); render(name, random() < 0.3); },
    shuffle(name) { regions[name].rows.sort(() => random() - 0.5); render(name, random() < 0.3); },
    redraw(name) { render(name, true); },
    truncate(name) { truncate(name); },
    rename(name) { const button = pick([...document.getElementById(name).querySelectorAll('button')]); if (button) button.textContent = pick(['Edit', 'Delete', 'Keep']); },
    role(name) { const element = pick([...document.getElementById(name).querySelectorAll('button, a')]); if (element) element.setAttribute('role', pick(['link', 'button', 'tab'])); },
    redrawToolbar() { drawToolbar(); },
    // Another thing with the same id: with another name, another role, or both.
    impostor() {
      const tool = pick(toolbar.filter((one) => one.id));
      const asLink = { tag: 'a', role: 'link', ...(tool.role === 'link' && { name: 'Link ' + serial }) };
      Object.assign(tool, { stamp: ++serial + 'i' }, pick([{ name: tool.name + ' all' }, asLink, { name: 'Drop ' + serial, tag: 'button', role: undefined }]));
      drawToolbar();
    },
  };
  window.start = (seed) => { state = seed; newToolbar(); for (const name in regions) for (let i = 0; i < (regions[name].max ?? 4); i++) OPERATIONS.insert(name); };
  window.step = () => { const operation = pick(Object.keys(OPERATIONS)); OPERATIONS[operation](pick(Object.keys(regions))); return operation; };
  window.stampsInOrder = () => [...document.querySelectorAll('*')].map((element) => stamps.get(element) ?? null);
</script>`;
