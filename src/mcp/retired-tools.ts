/** Playwright MCP tools that Sightline does not have, and what to use instead. */
export const RETIRED: Readonly<Record<string, string>> = {
  browser_run_code_unsafe:
    'Use browser_run for a program with several steps, or browser_evaluate for JavaScript in the page.',
  browser_run_code:
    'Use browser_run for a program with several steps, or browser_evaluate for JavaScript in the page.',
  browser_install:
    'The first call that needs a browser installs it. To install one in advance, run `sightline install`.',
  browser_resume: 'Nothing is paused. Continue with the next call.',
  browser_annotate: 'Use browser_take_screenshot with `annotate`.',
  browser_start_recording:
    'Every answer shows the code of its action under "Ran Playwright code". Collect it there.',
  browser_stop_recording:
    'Every answer shows the code of its action under "Ran Playwright code". Collect it there.',
  browser_start_video: 'Video is not supported. Use browser_take_screenshot.',
  browser_stop_video: 'Video is not supported. Use browser_take_screenshot.',
  browser_video_chapter: 'Video is not supported. Use browser_take_screenshot.',
  browser_video_show_actions: 'Video is not supported. Use browser_take_screenshot.',
  browser_video_hide_actions: 'Video is not supported. Use browser_take_screenshot.',
};

/** What other servers call tools that Sightline has. The nearest word would be another tool. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  take_snapshot: 'browser_snapshot',
  evaluate_script: 'browser_evaluate',
};
