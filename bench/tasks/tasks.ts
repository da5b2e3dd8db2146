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

export const TASKS: readonly Task[] = [
  {
    app: 'api',
    what: 'call an operation and read its answer',
    async run(reader) {
      await reader.click('button GET /pets/{petId} Get one pet');
      await reader.click('button Try it out');
      await reader.fill({ 'textbox petId': '7' }, 'button Execute');
      await reader.read(/Rex/, 'Rex');
    },
  },
  {
    app: 'api',
    what: 'create an order and read its number',
    async run(reader) {
      await reader.click('button POST /orders Create a order');
      await reader.click('button Try it out');
      await reader.click('button Execute');
      await reader.read(/4711/, '4711');
    },
  },
  {
    app: 'api',
    what: 'sign in with a key',
    async run(reader) {
      await reader.click('button Authorize');
      await reader.type('textbox', 'secret');
      await reader.click('button Apply credentials');
      await reader.read(/Logout|Remove authorization/, 'Logout');
    },
  },
  {
    app: 'wiki',
    what: 'write a note',
    async run(reader) {
      const title = `Note of ${reader.name}`;
      await reader.click('button new tiddler');
      await reader.type(/- textbox.*\[ref=(\w+)\].*: New Tiddler/, title, { words: 'New Tiddler' });
      await reader.type('textbox Type the text for this tiddler', 'Milk and bread');
      await reader.click('button Confirm changes to this tiddler|ok');
      await reader.read(new RegExp(`heading "${title}"`), title);
    },
  },
  {
    app: 'wiki',
    what: 'find a note by its text',
    async run(reader) {
      await reader.type('searchbox', 'GettingStarted');
      await reader.read(/link "GettingStarted"/, 'GettingStarted');
    },
  },
  {
    app: 'wiki',
    what: 'read the version of the wiki in its control panel',
    async run(reader) {
      await reader.click('button control panel');
      await reader.read(/5\.\d+\.\d+/, 'version');
    },
  },
  {
    app: 'torrents',
    what: 'add a torrent and see it in the list',
    async run(reader) {
      await reader.click('generic|button Open Torrent');
      await reader.fill(
        { 'textbox Or enter a URL': `${MAGNET}${hash(reader.name, 1)}&dn=Debian${reader.name}` },
        'link|button Upload',
      );
      await reader.read(new RegExp(`Debian${reader.name}`), `Debian${reader.name}`);
    },
  },
  {
    app: 'torrents',
    what: 'find one torrent among those that are there',
    async run(reader) {
      await reader.type('searchbox|textbox Filter', `Debian${reader.name}`);
      await reader.read(new RegExp(`(?:1 of \\d+|Debian${reader.name})`), 'Transfers');
    },
  },
  {
    app: 'torrents',
    what: 'read the statistics',
    async run(reader) {
      await reader.click('generic|button Settings Menu');
      await reader.click('generic|listitem|menuitem|link Statistics');
      await reader.read(/Uploaded|Ratio/, 'Ratio');
    },
  },
  {
    app: 'sync',
    what: 'add a folder',
    async run(reader) {
      await reader.click('button Add Folder');
      await reader.fill({ 'textbox Folder Label': `Papers ${reader.name}` }, 'button Save');
      await reader.read(new RegExp(`button ".*Papers ${reader.name}`), `Papers ${reader.name}`);
    },
  },
  {
    app: 'sync',
    what: 'read which version is installed',
    async run(reader) {
      await reader.click('link|button Actions');
      await reader.click('link|menuitem About');
      await reader.read(/v1\.\d+\.\d+/, 'v1.');
    },
  },
  {
    app: 'sync',
    what: 'read the default folder path in the settings',
    async run(reader) {
      await reader.click('link|button Actions');
      await reader.click('link|menuitem Settings');
      await reader.read(/Device Name|Minimum Free Disk Space/, 'Minimum Free Disk Space');
    },
  },
];
