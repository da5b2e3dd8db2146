/** All tools in the order of the tool list: the most used first. */
import type { Tool } from '../agent/tool.js';
import { batch } from './act/batch.js';
import { click } from './act/click.js';
import { drag } from './act/drag.js';
import { drop } from './act/drop.js';
import { evaluate } from './act/evaluate.js';
import { fileUpload } from './act/file-upload.js';
import { fillForm } from './act/fill-form.js';
import { handleDialog } from './act/handle-dialog.js';
import { hover } from './act/hover.js';
import { mouseDown, mouseUp } from './act/mouse-button.js';
import { mouseClickXy } from './act/mouse-click-xy.js';
import { mouseDragXy } from './act/mouse-drag-xy.js';
import { mouseMoveXy } from './act/mouse-move-xy.js';
import { mouseWheel } from './act/mouse-wheel.js';
import { pressKey } from './act/press-key.js';
import { run } from './act/run.js';
import { scroll } from './act/scroll.js';
import { selectOption } from './act/select-option.js';
import { selectText } from './act/select-text.js';
import { type } from './act/type.js';
import { accessibilityReport } from './look/accessibility-report.js';
import { consoleMessages } from './look/console-messages.js';
import { find } from './look/find.js';
import { frames } from './look/frames.js';
import { hideHighlight } from './look/hide-highlight.js';
import { highlight } from './look/highlight.js';
import { inspect } from './look/inspect.js';
import { pdfSave } from './look/pdf-save.js';
import { read } from './look/read.js';
import { snapshot } from './look/snapshot.js';
import { takeScreenshot } from './look/take-screenshot.js';
import { networkHar } from './network/network-har.js';
import { networkRequest } from './network/network-request.js';
import { networkRequests } from './network/network-requests.js';
import { networkStateSet } from './network/network-state-set.js';
import { route } from './network/route.js';
import { routeList } from './network/route-list.js';
import { unroute } from './network/unroute.js';
import { close } from './pages/close.js';
import { contexts } from './pages/contexts.js';
import { emulate } from './pages/emulate.js';
import { emulateMedia } from './pages/emulate-media.js';
import { navigateBack, navigateForward } from './pages/history-step.js';
import { navigate } from './pages/navigate.js';
import { reload } from './pages/reload.js';
import { resize } from './pages/resize.js';
import { tabs } from './pages/tabs.js';
import { askPerson } from './person/ask-person.js';
import { cookieClear } from './storage/cookie-clear.js';
import { cookieDelete } from './storage/cookie-delete.js';
import { cookieGet } from './storage/cookie-get.js';
import { cookieList } from './storage/cookie-list.js';
import { cookieSet } from './storage/cookie-set.js';
import { setStorageState } from './storage/set-storage-state.js';
import { storageState } from './storage/storage-state.js';
import { localStorageTools, sessionStorageTools } from './storage/web-storage.js';
import { generateLocator } from './testing/generate-locator.js';
import { getConfig } from './testing/get-config.js';
import { startTracing } from './testing/start-tracing.js';
import { stopTracing } from './testing/stop-tracing.js';
import { verifyElementVisible } from './testing/verify-element-visible.js';
import { verifyListVisible } from './testing/verify-list-visible.js';
import { verifyTextVisible } from './testing/verify-text-visible.js';
import { verifyValue } from './testing/verify-value.js';
import { waitFor } from './wait/wait-for.js';
import { callPageTool } from './webmcp/call-page-tool.js';
import { pageTools } from './webmcp/page-tools.js';

export const TOOLS: readonly Tool[] = [
  navigate,
  navigateBack,
  navigateForward,
  reload,
  snapshot,
  find,
  read,
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
  run,
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
  networkHar,
  verifyElementVisible,
  verifyTextVisible,
  verifyListVisible,
  verifyValue,
  generateLocator,
  emulate,
  inspect,
  accessibilityReport,
  selectText,
  highlight,
  hideHighlight,
  startTracing,
  stopTracing,
  pageTools,
  callPageTool,
  getConfig,
  askPerson,
];
