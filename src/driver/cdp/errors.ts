/**
 * What the browser's error replies mean. CDP answers nearly everything with the code -32000 and a sentence, so
 * this file, and no other, matches the sentences.
 */
import { type ErrorCode, SightlineError } from '../../errors.js';
import { RemoteError } from '../../rpc/channel.js';

const MEANINGS: readonly [sentence: string, code: ErrorCode][] = [
  ['Inspected target navigated or closed', 'document-gone'],
  ['Execution context was destroyed', 'document-gone'],
  ['Cannot find context with specified id', 'document-gone'],
  ['uniqueContextId not found', 'document-gone'],
  ['Argument should belong to the same JavaScript world', 'document-gone'],
  ['Could not find object with given id', 'document-gone'],
  ['Cannot find object', 'document-gone'],
  ['No node with given id found', 'document-gone'],
  ['No node found for given backend id', 'document-gone'],
  ['Node with given id does not belong to the document', 'document-gone'],
  ['No frame for given id found', 'frame-gone'],
  ['Frame with the given id was not found', 'frame-gone'],
  ['Session with given id not found', 'page-closed'],
  ['No target with given id found', 'page-closed'],
  ['Not attached to an active page', 'page-closed'],
  ['Target crashed', 'page-crashed'],
  ['Failed to find browser context', 'context-closed'],
  ['No browser context found', 'context-closed'],
  ['No dialog is showing', 'no-dialog'],
  // The function's promise can't settle any more.
  ['Promise was collected', 'script-error'],
];

export function explain(error: unknown): unknown {
  if (!(error instanceof RemoteError)) return error;
  const code = MEANINGS.find(([sentence]) => error.remoteMessage.startsWith(sentence))?.[1];
  return new SightlineError(code ?? 'protocol-error', error.message, { cause: error });
}
