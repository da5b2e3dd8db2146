/**
 * Entry of the bundle that drivers use: functions that each run alone in a document, without the main bundle.
 * `npm run generate` makes `src/driver/in-page.ts` of it.
 */
export { addEarlyListeners } from '../act/guard/early-listeners.js';
export { blockServiceWorkers } from './block-service-workers.js';
export { clearFiles } from './clear-files.js';
export { encodeVideo, startVideo } from './encode-video.js';
export { insertText } from './insert-text.js';
export { plainCopy } from './plain-copy.js';
export { pointerArrived, watchPointer } from './pointer-arrival.js';
export { takeWindowFocus } from './take-window-focus.js';
export { untilDrawnTwice } from './until-drawn-twice.js';
