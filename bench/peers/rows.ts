/** What is measured, in the order of the table. */
import { framePage, framesPage, productPage, shadowPage, shopPage, tablePage } from '../pages.js';
import type { Player } from './player.js';

const FRAMES = 16;

/** A page of 2,000 elements with a button that counts its clicks and a field. */
const SPA = shopPage(2_000).replace(
  '<main>',
  `<main><button id="press" onclick="count.textContent = 'Clicked ' + ++n">Press here</button>
   <span id="count"></span><label>Write here <input id="field"></label><script>let n = 0;</script>`,
);

export interface BenchPage {
  path: string;
  html: string;
  /** What the table calls it. */
  title: string;
  /** Only a view has it: an answer without it must be followed by a look. */
  shows: RegExp;
  /** How often it is loaded and looked at: large pages take their time with some contestants. */
  loads: number;
  looks: number;
}

export const PAGES: readonly BenchPage[] = [
  {
    path: '/form',
    title: 'form',
    html: productPage(),
    shows: /Add to basket|^[\d.]+A product/,
    loads: 7,
    looks: 9,
  },
  {
    path: '/spa',
    title: 'app, 2,000 elements',
    html: SPA,
    shows: /Press here|^[\d.]+2000/,
    loads: 7,
    looks: 9,
  },
  {
    path: '/frames',
    title: `${FRAMES} frames`,
    html: framesPage(FRAMES, (index) => `/frame-${index}`),
    shows: /Send 3|^[\d.]+frames/,
    loads: 3,
    looks: 5,
  },
  {
    path: '/shadow',
    title: '500 shadow hosts',
    html: shadowPage(500),
    shows: /Choose|^[\d.]+shadow/,
    loads: 3,
    looks: 5,
  },
  {
    path: '/table',
    title: 'table, 15,000 elements',
    html: tablePage(15_000),
    shows: /Person|^[\d.]+table/,
    loads: 3,
    looks: 3,
  },
  {
    path: '/huge',
    title: 'table, 50,000 elements',
    html: tablePage(50_000),
    shows: /Person|^[\d.]+table/,
    loads: 2,
    looks: 2,
  },
];

export const routes = (): Record<string, string> => ({
  ...Object.fromEntries(PAGES.map(({ path, html }) => [path, html])),
  ...Object.fromEntries(Array.from({ length: FRAMES }, (_, index) => [`/frame-${index}`, framePage(index)])),
});

/** Milliseconds until the answer, and until what was asked for could be read in an answer. */
export interface Times {
  answer: number;
  seen: number;
}

export interface Row {
  id: string;
  title: string;
  rounds: number;
  /** Not counted: first calls compile code and fill caches. */
  warmUp: number;
  run(player: Player, round: number): Promise<Times>;
}

/** The rows of one page; the page stays open after them. */
export function rowsOf(page: BenchPage, origin: string): Row[] {
  const { path, title, shows, loads, looks } = page;
  const isSmall = looks > 3;
  const rows: Row[] = [
    {
      id: `navigate${path}`,
      title: `navigate: ${title}`,
      rounds: loads,
      warmUp: isSmall ? 1 : 0,
      run: (player) => timed(player, () => player.open(origin + path), shows),
    },
    {
      id: `look${path}`,
      title: `look again: ${title}`,
      rounds: looks,
      warmUp: isSmall ? 2 : 0,
      run: (player) => timed(player, () => player.look(), shows),
    },
  ];
  if (path === '/table' || path === '/huge')
    rows.push({
      id: `changed${path}`,
      title: `look after one change: ${title}`,
      rounds: path === '/huge' ? 1 : looks,
      warmUp: 0,
      async run(player) {
        await player.change();
        return timed(player, () => player.look(), shows);
      },
    });
  if (path === '/spa') rows.push(...actionRows());
  return rows;
}

const actionRows = (): Row[] => [
  {
    id: 'click',
    title: 'click and see the change',
    rounds: 7,
    warmUp: 2,
    run: (player) => timed(player, () => player.click('Press here'), /Clicked \d/),
  },
  {
    id: 'type',
    title: 'type and see the value',
    rounds: 7,
    warmUp: 2,
    run: (player, round) =>
      timed(player, () => player.type('Write here', `words ${round}`), valueShown(`words ${round}`)),
  },
];

/** The value in a view, not the text in an echo of the call. */
const valueShown = (text: string): RegExp =>
  new RegExp(`textbox[^\\n]*(?:: |value=")"?${text}|Filled[^\\n]*${text}|^${text}$`, 'm');

async function timed(player: Player, call: () => Promise<string>, shows: RegExp): Promise<Times> {
  const started = performance.now();
  const answer = await call();
  const answered = performance.now() - started;
  if (shows.test(answer)) return { answer: answered, seen: answered };
  const view = await player.look();
  const seen = performance.now() - started;
  if (!shows.test(view)) throw new Error(`${shows} is not in ${view.slice(0, 500)}`);
  return { answer: answered, seen };
}
