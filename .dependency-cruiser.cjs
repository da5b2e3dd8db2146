// The edges of docs/architecture.md, enforced. Each folder lists the only folders that it may import;
// `tree` and `errors` are open to everyone except where a rule says less.
const edges = {
  tree: [],
  injected: ['tree'],
  rpc: ['errors'],
  fence: ['tree', 'errors'],
  browsers: ['owner', 'errors'],
  driver: ['rpc', 'errors', 'tree'],
  page: ['fence', 'driver', 'injected', 'tree', 'errors'],
  interact: ['page', 'fence', 'driver', 'injected', 'tree', 'errors'],
  session: ['interact', 'page', 'fence', 'driver', 'tree', 'owner', 'errors'],
  tools: ['session', 'interact', 'page', 'fence', 'tree', 'errors'],
  connect: ['launch', 'page', 'errors', 'tree'],
  mcp: ['tools', 'session', 'launch', 'fence', 'errors', 'tree'],
  cli: ['tools', 'session', 'mcp', 'launch', 'page', 'fence', 'owner', 'errors', 'tree', 'browsers'],
};

const FILES = new Set(['errors', 'launch', 'owner']);

const at = (name) => (FILES.has(name) ? `^src/${name}\\.ts$` : `^src/${name}/`);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Types may refer to each other; code that runs may not.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...Object.entries(edges).map(([folder, allowed]) => ({
      name: `edges-of-${folder}`,
      severity: 'error',
      from: { path: `^src/${folder}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: [`^src/${folder}/`, ...allowed.map(at)] },
    })),
    {
      name: 'only-the-seam',
      comment: 'Above the seam nobody knows which protocol is underneath.',
      severity: 'error',
      from: { path: '^src/(page|interact|session|tools|mcp|cli|connect)/' },
      to: { path: '^src/driver/(cdp|bidi)/' },
    },
    {
      name: 'injected-is-called-not-imported',
      comment: 'Node code may use the types of the in-page code and its bundled text, never its functions.',
      severity: 'error',
      from: { path: '^src/(page|interact|session|tools)/' },
      to: { path: '^src/injected/', pathNot: '^src/injected/(bundle|api)\\.ts$' },
    },
    {
      name: 'two-protocols-apart',
      severity: 'error',
      from: { path: '^src/driver/cdp/' },
      to: { path: '^src/driver/bidi/' },
    },
    {
      name: 'protocols-two-apart',
      severity: 'error',
      from: { path: '^src/driver/bidi/' },
      to: { path: '^src/driver/cdp/' },
    },
    {
      name: 'pure-tree',
      comment: 'tree/ and injected/ run anywhere: no Node modules, no packages.',
      severity: 'error',
      from: { path: '^src/(tree|injected)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '\\.test\\.ts$' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
