/** Tasks as a person would give them, and how they are done. A task fails where its result was not read in an answer. */
import type { Apps } from './apps.js';
import type { Reader } from './reader.js';

export interface Task {
  app: keyof Omit<Apps, 'close'>;
  what: string;
  /** From the app's first page. */
  run(reader: Reader): Promise<void>;
}

const MAGNET = 'magnet:?xt=urn:btih:';
/** Forty hexadecimal digits that are another torrent for each who asks. */
function hash(name: string, salt: number): string {
  let value = salt;
  for (const letter of name) value = (value * 31 + letter.charCodeAt(0)) >>> 0;
  return value.toString(16).padStart(8, '0').repeat(5);
}

/** The second argument is what the task or the app's kind lets one search for. */
export const TASKS: readonly Task[] = [
  {
    app: 'api',
    what: 'call an operation and read its answer',
    async run(reader) {
      await reader.click('button GET /pets/{petId} Get one pet', 'pet');
      await reader.click('button Try it out', 'try');
      await reader.fill([{ what: 'textbox petId', text: '7', words: 'petId' }], 'button Execute', 'execute');
      await reader.read(/Rex/, 'response');
    },
  },
  {
    app: 'api',
    what: 'create an order and read its number',
    async run(reader) {
      await reader.click('button POST /orders Create a order', 'order');
      await reader.click('button Try it out', 'try');
      await reader.click('button Execute', 'execute');
      await reader.read(/4711/, 'response');
    },
  },
  {
    app: 'api',
    what: 'sign in with a key',
    async run(reader) {
      await reader.click('button Authorize', 'authorize');
      await reader.type('textbox', 'secret');
      await reader.click('button Apply credentials');
      await reader.read(/Logout|Remove authorization/, 'logout');
    },
  },
  {
    app: 'wiki',
    what: 'write a note',
    async run(reader) {
      const title = `Note of ${reader.name}`;
      await reader.click('button new tiddler', 'new');
      await reader.type(/- textbox.*\[ref=(\w+)\].*: New Tiddler/, title);
      await reader.type('textbox Type the text for this tiddler', 'Milk and bread');
      await reader.click('button Confirm changes to this tiddler');
      await reader.read(new RegExp(`heading "${title}"`), title);
    },
  },
  {
    app: 'wiki',
    what: 'find a note by its text',
    async run(reader) {
      await reader.type('searchbox', 'bread', 'search');
      await reader.read(new RegExp(`link "Note of ${reader.name}"`), `Note of ${reader.name}`);
    },
  },
  {
    app: 'wiki',
    what: 'read the version of the wiki in its control panel',
    async run(reader) {
      await reader.click('button control panel', 'control panel');
      await reader.read(/5\.\d+\.\d+/, 'version');
    },
  },
  {
    app: 'torrents',
    what: 'add a torrent and see it in the list',
    async run(reader) {
      const name = `Debian${reader.name}`;
      await reader.click('generic|button Open Torrent', 'torrent');
      const text = `${MAGNET}${hash(reader.name, 1)}&dn=${name}`;
      await reader.fill(
        [{ what: 'textbox Or enter a URL', text, words: 'URL' }],
        'link|button Upload',
        'upload',
      );
      await reader.read(new RegExp(name), name);
    },
  },
  {
    app: 'torrents',
    what: 'find one torrent among those that are there',
    async run(reader) {
      await reader.type('searchbox|textbox Filter', `Debian${reader.name}`, 'filter', true);
      await reader.read(/\b1 (?:of \d+ )?Transfer/, 'transfer');
    },
  },
  {
    app: 'torrents',
    what: 'read the statistics',
    async run(reader) {
      await reader.click('generic|button Settings Menu', 'menu');
      await reader.click('generic|listitem|menuitem|link Statistics', 'statistics');
      await reader.read(/Ratio/, 'ratio');
    },
  },
  {
    app: 'sync',
    what: 'add a folder',
    async run(reader) {
      const label = `Papers ${reader.name}`;
      await reader.click('button Add Folder', 'folder');
      await reader.fill(
        [{ what: 'textbox Folder Label', text: label, words: 'label' }],
        'button Save',
        'save',
      );
      await reader.read(new RegExp(label), label);
    },
  },
  {
    app: 'sync',
    what: 'read which version is installed',
    async run(reader) {
      await reader.click('link|button Actions');
      await reader.click('link|menuitem About', 'about');
      await reader.read(/v1\.\d+\.\d+/, 'version');
    },
  },
  {
    app: 'sync',
    what: 'read how much disk space has to stay free',
    async run(reader) {
      await reader.click('link|button Actions');
      await reader.click('link|menuitem Settings', 'settings');
      await reader.read(/Minimum Free Disk Space/, 'disk space');
    },
  },
];
