/** The people at the window of a server: what they have in hand, what they did, and what agents ask of them. */
import type { Page } from '../../page/page.js';
import { quote } from '../../tree/quote.js';
import { markPersonFields } from './person-fields.js';
import { PersonNews } from './person-news.js';
import { PersonRequests } from './person-requests.js';
import { type Holder, Takeover } from './takeover.js';

/** Characters of what a person writes to an agent. */
const MAX_NOTE = 2_000;

export class People {
  readonly takeover = new Takeover();
  readonly news = new PersonNews();
  readonly requests = new PersonRequests();
  /** Where a person has typed, until another document is there. */
  readonly #typed = new WeakSet<Page>();

  /** What is on the page is private: pictures of it are not kept. */
  isPrivate(page: Page): boolean {
    return this.takeover.holder !== undefined || this.#typed.has(page);
  }

  typedOn(page: Page): void {
    if (this.#typed.has(page)) return;
    this.#typed.add(page);
    const off = page.on('event', (event) => {
      if (event.type !== 'frame-navigated' || event.sameDocument) return;
      if (event.frame.id !== page.driver.mainFrame) return;
      this.#typed.delete(page);
      off();
    });
  }

  /** False if another person has taken over. `pages`: all that the person can reach. */
  async take(id: string, pages: readonly Page[]): Promise<boolean> {
    if (!this.takeover.take(id)) return false;
    await markPersonFields(pages, 'taken');
    return true;
  }

  /** False if this person had not taken over. `page`: the one they saw last. */
  async handBack(id: string, pages: readonly Page[], page: Page | undefined, note: string): Promise<boolean> {
    if (this.takeover.holder?.id !== id) return false;
    // Before any agent can look.
    await markPersonFields(pages, 'handed-back');
    const holder = this.takeover.handBack(id);
    if (!holder) return false;
    this.news.add({ text: `A person ${hadTaken(holder)}${said(note)}`, page, acted: true });
    return true;
  }

  /** `element`: as lines of a snapshot name it. */
  point(page: Page, element: string, comment: string): void {
    this.news.add({ text: `A person points at ${element}${said(comment)}`, page, acted: false });
  }
}

function hadTaken({ since }: Holder): string {
  const seconds = Math.round((Date.now() - since) / 1_000);
  return `had taken over the browser for ${seconds} s and handed it back`;
}

const said = (text: string): string => (text.trim() === '' ? '' : `: ${quote(text.trim(), MAX_NOTE)}`);
