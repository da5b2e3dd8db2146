/** Every tool, in the order in which agents see them: what they need most comes first. */
import type { Tool } from '../session/tool.js';
import { batch } from './batch.js';
import { click } from './click.js';
import { close } from './close.js';
import { consoleMessages } from './console-messages.js';
import { contexts } from './contexts.js';
import { cookieClear } from './cookie-clear.js';
import { cookieDelete } from './cookie-delete.js';
import { cookieGet } from './cookie-get.js';
import { cookieList } from './cookie-list.js';
import { cookieSet } from './cookie-set.js';
import { drag } from './drag.js';
import { drop } from './drop.js';
import { emulateMedia } from './emulate-media.js';
import { evaluate } from './evaluate.js';
import { fileUpload } from './file-upload.js';
import { fillForm } from './fill-form.js';
import { find } from './find.js';
import { frames } from './frames.js';
import { generateLocator } from './generate-locator.js';
import { handleDialog } from './handle-dialog.js';
import { hideHighlight } from './hide-highlight.js';
import { highlight } from './highlight.js';
import { hover } from './hover.js';
import { mouseClickXy } from './mouse-click-xy.js';
import { mouseDown } from './mouse-down.js';
import { mouseDragXy } from './mouse-drag-xy.js';
import { mouseMoveXy } from './mouse-move-xy.js';
import { mouseUp } from './mouse-up.js';
import { mouseWheel } from './mouse-wheel.js';
import { navigate } from './navigate.js';
import { navigateBack } from './navigate-back.js';
import { navigateForward } from './navigate-forward.js';
import { networkRequest } from './network-request.js';
import { networkRequests } from './network-requests.js';
import { networkStateSet } from './network-state-set.js';
import { pdfSave } from './pdf-save.js';
import { pressKey } from './press-key.js';
import { reload } from './reload.js';
import { resize } from './resize.js';
import { route } from './route.js';
import { routeList } from './route-list.js';
import { scroll } from './scroll.js';
import { selectOption } from './select-option.js';
import { setStorageState } from './set-storage-state.js';
import { snapshot } from './snapshot.js';
import { startTracing } from './start-tracing.js';
import { stopTracing } from './stop-tracing.js';
import { storageState } from './storage-state.js';
import { tabs } from './tabs.js';
import { takeScreenshot } from './take-screenshot.js';
import { type } from './type.js';
import { unroute } from './unroute.js';
import { verifyElementVisible } from './verify-element-visible.js';
import { verifyListVisible } from './verify-list-visible.js';
import { verifyTextVisible } from './verify-text-visible.js';
import { verifyValue } from './verify-value.js';
import { waitFor } from './wait-for.js';
import { localStorageTools, sessionStorageTools } from './web-storage.js';

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
  networkRequest,
  handleDialog,
  resize,
  emulateMedia,
  batch,
  close,
  mouseMoveXy,
  mouseClickXy,
  mouseDragXy,
  mouseDown,
  mouseUp,
  mouseWheel,
  pdfSave,
  storageState,
  setStorageState,
  cookieList,
  cookieGet,
  cookieSet,
  cookieDelete,
  cookieClear,
  ...localStorageTools,
  ...sessionStorageTools,
  route,
  routeList,
  unroute,
  networkStateSet,
  verifyElementVisible,
  verifyTextVisible,
  verifyListVisible,
  verifyValue,
  generateLocator,
  highlight,
  hideHighlight,
  startTracing,
  stopTracing,
];
