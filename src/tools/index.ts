/** Every tool, in the order in which agents see them: what they need most comes first. */
import type { Tool } from '../session/tool.js';
import { batch } from './batch.js';
import { click } from './click.js';
import { close } from './close.js';
import { consoleMessages } from './console-messages.js';
import { contexts } from './contexts.js';
import { drag } from './drag.js';
import { drop } from './drop.js';
import { evaluate } from './evaluate.js';
import { fileUpload } from './file-upload.js';
import { fillForm } from './fill-form.js';
import { find } from './find.js';
import { frames } from './frames.js';
import { handleDialog } from './handle-dialog.js';
import { hover } from './hover.js';
import { navigate } from './navigate.js';
import { navigateBack } from './navigate-back.js';
import { navigateForward } from './navigate-forward.js';
import { networkRequests } from './network-requests.js';
import { pressKey } from './press-key.js';
import { reload } from './reload.js';
import { resize } from './resize.js';
import { scroll } from './scroll.js';
import { selectOption } from './select-option.js';
import { snapshot } from './snapshot.js';
import { tabs } from './tabs.js';
import { takeScreenshot } from './take-screenshot.js';
import { type } from './type.js';
import { waitFor } from './wait-for.js';

export const TOOLS: readonly Tool[] = [
  navigate,
  navigateBack,
  navigateForward,
  reload,
  snapshot,
  find,
  click,
  hover,
  drag,
  drop,
  type,
  fillForm,
  pressKey,
  selectOption,
  scroll,
  fileUpload,
  evaluate,
  waitFor,
  tabs,
  contexts,
  frames,
  takeScreenshot,
  consoleMessages,
  networkRequests,
  handleDialog,
  resize,
  batch,
  close,
];
