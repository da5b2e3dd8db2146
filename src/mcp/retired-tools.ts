const VIDEO =
  'A video shows a whole run: ask the user to start the server with --save-video 1280x720. For one moment, use browser_take_screenshot.';

/** Playwright MCP tools that Sightline does not have, and what to use instead. */
export const RETIRED: Readonly<Record<string, string>> = {
  browser_install:
    'The first call that needs a browser installs it. To install one in advance, run `sightline install`.',
  browser_resume: 'Nothing is paused. Continue with the next call.',
  browser_annotate: 'Use browser_take_screenshot with `annotate`.',
  browser_start_recording:
    'Every answer shows the code of its action under "Ran Playwright code". Collect it there.',
  browser_stop_recording:
    'Every answer shows the code of its action under "Ran Playwright code". Collect it there.',
  browser_start_video: VIDEO,
  browser_stop_video: VIDEO,
  browser_video_chapter: VIDEO,
  browser_video_show_actions: VIDEO,
  browser_video_hide_actions: VIDEO,
};

/** What other servers, or older ones, call tools that Sightline has. The nearest word would be another tool. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  take_snapshot: 'browser_snapshot',
  evaluate_script: 'browser_evaluate',
  navigate_page: 'browser_navigate',
  new_page: 'browser_tabs',
  list_pages: 'browser_tabs',
  select_page: 'browser_tabs',
  close_page: 'browser_tabs',
  resize_page: 'browser_resize',
  upload_file: 'browser_file_upload',
  list_network_requests: 'browser_network_requests',
  get_network_request: 'browser_network_request',
  list_console_messages: 'browser_console_messages',
  browser_screen_click: 'browser_mouse_click_xy',
  clear_snapshot: 'browser_snapshot',
  execute_script: 'browser_evaluate',
  fill: 'browser_type',
  screenshot: 'browser_take_screenshot',
};
