/**
 * Texts that a page shows while it works. Ordinary words look alike: "Starting balances", "Checking account", "Loading
 * dock". So a word counts where it stands alone, where dots follow, or where the page announces it.
 */

/** Characters: longer texts describe work instead of announcing it. */
const SHORT = 40;

/** Phrases that mean nothing else, whatever follows. */
const WAITING =
  /^(?:please wait|one moment|just a moment|hold on|signing in|logging in|you will be redirected|you are being redirected|wird geladen|bitte warten|加载|読み込み)(?![\p{L}\p{N}-])/iu;

/** "Kernel starting, please wait…" */
const ASKING = /[,;.!–-] ?(?:please wait|bitte warten)[.…!]*$/iu;

/** Words that may begin the name of a thing. */
const WORKING =
  /^(?:loading|saving|sending|submitting|processing|uploading|downloading|searching|verifying|validating|checking|connecting|working|updating|creating|deleting|removing|adding|fetching|generating|calculating|redirecting|preparing|authenticating|refreshing|syncing|publishing|chargement|cargando|caricamento|carregando|laden|загрузка)(?![\p{L}\p{N}-])/iu;

/** Any other work: "Recalculating prices…". */
const DOING = /^\p{L}+ing\b.*(?:…|\.\.\.)$/iu;

/** States of a job that is not done. Something may stay in them for good: an order, a request for leave. */
const NOT_DONE =
  /^(?:(?:[\p{L} ]{1,20}:\s*)?(?:queued|enqueued|in queue|pending|scheduled|starting|started|running|in progress|waiting|initializing|in warteschlange|ausstehend|en attente|en cours|pendiente|en curso|in attesa|in corso)|[\p{L}\p{N}# ]{1,20} (?:queued|enqueued|in queue|in progress))(?![\p{L}\p{N}-])/iu;

/** "Signed in. Redirecting…": the last sentence tells what follows. */
const LAST_SENTENCE = /(?<=[.!?] )[^.!?]+[.…]*$/u;
const TWO_SENTENCES = 120;

const DOTS = /(?:…|\.\.\.)$/u;

/** How far it is: "45%", "3 of 10", "(2/5)". */
const COUNT = /^[^\p{L}]*(?:\d+\s*(?:of|von|de|di)\s*\d+)?[^\p{L}]*$/iu;

export function isWorkText(text: string, isAnnounced: boolean): boolean {
  if (text.length > TWO_SENTENCES) return false;
  return says(text, isAnnounced) || says(text.slice(Math.max(0, text.search(LAST_SENTENCE))), isAnnounced);
}

function says(text: string, isAnnounced: boolean): boolean {
  if (text.length === 0 || text.length > SHORT) return false;
  return WAITING.test(text) || ASKING.test(text) || DOING.test(text) || isSaid(text, WORKING, isAnnounced);
}

export function isNotDoneText(text: string): boolean {
  return text.length <= SHORT && isSaid(text, NOT_DONE, false);
}

/** What a page is about to change, or what only the user will. */
const UNSAVED = /^(?:unsaved|not saved|nicht gespeichert|non enregistré|sin guardar)(?![\p{L}\p{N}-])/iu;

/** What may announce work or be something else: "Saving changes", "Loading dock". */
export function mayBeWorkText(text: string): boolean {
  return text.length <= SHORT && (WORKING.test(text) || UNSAVED.test(text));
}

function isSaid(text: string, words: RegExp, isAnnounced: boolean): boolean {
  const [said] = words.exec(text) ?? [];
  // `Started:` names what follows it.
  if (said === undefined || text.endsWith(':')) return false;
  return isAnnounced || DOTS.test(text) || COUNT.test(text.slice(said.length));
}
