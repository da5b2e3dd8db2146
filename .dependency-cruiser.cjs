// The edges of docs/architecture.md, enforced. Each folder lists the only folders that it may import;
// `tree` and `errors` are open to everyone except where a rule says less.
const edges = {
  tree: [],
  wire: ['tree'],
  injected: ['tree', 'wire'],
  rpc: ['errors'],
  fence: ['tree', 'errors'],
  browsers: ['folder-owner', 'errors'],
  driver: ['rpc', 'errors', 'tree'],
  page: ['fence', 'driver', 'injected', 'wire', 'tree', 'errors'],
  interact: ['page', 'fence', 'driver', 'wire', 'tree', 'queue', 'errors'],
  agent: ['interact', 'page', 'fence', 'driver', 'tree', 'queue', 'folder-owner', 'errors'],
  tools: ['version', 'agent', 'interact', 'page', 'fence', 'tree', 'errors'],
  connect: ['launch', 'page', 'rpc', 'browsers', 'errors', 'tree'],
  mcp: ['tools', 'agent', 'page', 'launch', 'fence', 'version', 'errors', 'tree'],
  show: ['tools', 'agent', 'mcp', 'page', 'launch', 'fence', 'version', 'errors', 'tree'],
  cli: [
    'show',
    'tools',
    'agent',
    'mcp',
    'launch',
    'connect',
    'version',
    'page',
    'fence',
    'folder-owner',
    'errors',
    'tree',
    'browsers',
  ],
};

/** The rooms of a folder, and which other rooms of it each may use. Files at the top of the folder may use all. */
const rooms = {
  'tree/text': [],
  'tree/view': ['text'],
  'tree/diff': ['text', 'view'],
  'tree/find': ['text', 'view'],
  'injected/dom': ['aria'],
  'injected/aria': ['dom'],
  'injected/identity': ['aria', 'dom', 'query'],
  'injected/query': ['aria', 'dom'],
  'injected/look': ['identity', 'aria', 'dom', 'query'],
  'injected/act': ['identity', 'aria', 'dom', 'query'],
  'injected/aria/css': [],
  'injected/aria/roles': [],
  'injected/aria/states': ['roles'],
  'injected/aria/names': ['roles', 'states'],
  'injected/aria/unseen': ['css'],
  'page/target': [],
  'page/navigation': [],
  'page/storage': ['navigation'],
  'page/snapshot': ['navigation', 'target'],
  'page/locator': ['snapshot', 'navigation', 'target'],
  'cli/settings': [],
  'cli/options': ['settings'],
  'cli/setup': ['settings'],
  'cli/background': ['settings', 'tool-command'],
  'cli/tool-command': ['settings', 'background', 'output'],
  'cli/output': ['background'],
  'cli/serve': ['settings', 'background'],
};

const FILES = new Set(['errors', 'folder-owner', 'queue', 'version']);

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
    ...Object.entries(rooms).map(([room, allowed]) => {
      const house = room.slice(0, room.lastIndexOf('/'));
      return {
        name: `room-${room.replaceAll('/', '-')}`,
        severity: 'error',
        from: { path: `^src/${room}/`, pathNot: '\\.test\\.ts$' },
        to: {
          path: `^src/${house}/[^/]+/`,
          pathNot: [`^src/${room}/`, ...allowed.map((name) => `^src/${house}/${name}/`)],
        },
      };
    }),
    {
      name: 'page-rooms-serve-the-classes',
      comment:
        'The rooms of page/ name what they need of the classes that use them. Locators are one of the classes.',
      severity: 'error',
      from: { path: '^src/page/(?!locator/)[^/]+/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/page/(browser|context|page|frame|frame-table|actions)\\.ts$' },
    },
    {
      name: 'locators-serve-the-classes',
      comment: 'Locators know the other classes by their types only.',
      severity: 'error',
      from: { path: '^src/page/locator/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/page/(browser|context|page|frame|frame-table)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-the-seam',
      comment: 'Above the seam nobody knows which protocol is underneath.',
      severity: 'error',
      from: { path: '^src/(page|interact|agent|tools|mcp|cli|connect)/' },
      to: { path: '^src/driver/(cdp|bidi)/' },
    },
    {
      name: 'injected-is-called-not-imported',
      comment: 'Node code may use the types of the in-page code and its bundled text, never its functions.',
      severity: 'error',
      from: { path: '^src/(?!injected/)', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/injected/',
        pathNot: '^src/injected/bundle\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
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
      comment: 'tree/, wire/ and injected/ run anywhere: no Node modules, no packages.',
      severity: 'error',
      from: { path: '^src/(tree|wire|injected)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'] },
    },
    {
      name: 'viewer-page-runs-in-a-browser',
      comment: "The viewer's page is bundled for browsers: pure code, and types of the rest.",
      severity: 'error',
      from: { path: '^src/show/page/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: ['^src/show/page/', '^src/show/run\\.ts$', '^src/tree/', 'preact'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        pathNot: ['\\.test\\.ts$', '^src/agent/script/api/page\\.ts$', '^src/injected/dom/clock\\.ts$'],
      },
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
