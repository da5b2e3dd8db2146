/** Tools of Playwright MCP that are not here: not listed, but an agent that calls one is told what to use. */
export const RETIRED: Readonly<Record<string, string>> = {
  browser_run_code_unsafe:
    'Code does not run outside of the page. Use browser_batch for several steps in one call, browser_evaluate for JavaScript in the page.',
  browser_run_code:
    'Code does not run outside of the page. Use browser_batch for several steps in one call, browser_evaluate for JavaScript in the page.',
  browser_install:
    'A missing browser is fetched by the first call that needs one; `sightline install` gets it ahead.',
  browser_resume: 'Nothing is ever paused: go on with the next call.',
  browser_annotate: 'Take a picture with browser_take_screenshot and `annotate`.',
  browser_get_config:
    'The settings are those of the command line and its config file: docs/configuration.md.',
  browser_start_recording:
    'Every answer has the code of what was done under "Ran Playwright code": collect it from there.',
  browser_stop_recording:
    'Every answer has the code of what was done under "Ran Playwright code": collect it from there.',
  browser_start_video: 'There is no video. Take pictures with browser_take_screenshot.',
  browser_stop_video: 'There is no video. Take pictures with browser_take_screenshot.',
  browser_video_chapter: 'There is no video. Take pictures with browser_take_screenshot.',
  browser_video_show_actions: 'There is no video. Take pictures with browser_take_screenshot.',
  browser_video_hide_actions: 'There is no video. Take pictures with browser_take_screenshot.',
};
