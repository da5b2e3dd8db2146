/**
 * Preferences of a fresh Firefox profile. Firefox sets its own recommended ones once the remote agent runs; these
 * must be set before that, or are not among them.
 */
export type FirefoxPreferences = Record<string, string | number | boolean>;

export const AUTOMATION_PREFERENCES: Readonly<FirefoxPreferences> = {
  // A blank first window, nothing over it, no prompts at start or exit.
  'browser.startup.page': 0,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.homepage_override.mstone': 'ignore',
  'startup.homepage_welcome_url': 'about:blank',
  'startup.homepage_welcome_url.additional': '',
  'browser.startup.couldRestoreSession.count': -1,
  'browser.newtabpage.enabled': false,
  'browser.newtab.preload': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.tabs.warnOnClose': false,
  'browser.warnOnQuit': false,
  'browser.uitour.enabled': false,
  'browser.contentblocking.introCount': 99,
  'browser.translations.enable': false,
  'trailhead.firstrun.didSeeAboutWelcome': true,
  'termsofuse.bypassNotification': true,
  'toolkit.startup.max_resumed_crashes': -1,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'signon.rememberSignons': false,
  'signon.autofillForms': false,
  'extensions.formautofill.addresses.enabled': false,
  'extensions.formautofill.creditCards.enabled': false,

  // No traffic that the pages did not cause.
  'app.update.enabled': false,
  'app.update.checkInstallTime': false,
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  'app.normandy.api_url': '',
  'browser.discovery.enabled': false,
  'browser.region.network.url': '',
  'browser.region.update.enabled': false,
  'browser.safebrowsing.blockedURIs.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.provider.google4.updateURL': '',
  'browser.safebrowsing.provider.mozilla.updateURL': '',
  'browser.search.geoSpecificDefaults': false,
  'browser.search.update': false,
  'browser.topsites.contile.enabled': false,
  'browser.newtabpage.activity-stream.feeds.system.topstories': false,
  'browser.newtabpage.activity-stream.showSponsored': false,
  'captivedetect.canonicalURL': '',
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.usage.uploadEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.blocklist.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'extensions.update.notifyUser': false,
  'geo.provider.testing': true,
  'media.gmp-manager.updateEnabled': false,
  'media.gmp-manager.url': '',
  'messaging-system.rsexperimentloader.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.http.speculative-parallel-limit': 0,
  'network.manage-offline-status': false,
  'network.prefetch-next': false,
  'network.trr.mode': 5,
  'nimbus.rollouts.enabled': false,
  // Firefox treats this URL as "none", but only with MOZ_REMOTE_SETTINGS_DEVTOOLS set.
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.coverage.opt-out': true,
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': '',
  'toolkit.telemetry.unified': false,
  'toolkit.telemetry.firstShutdownPing.enabled': false,
  'toolkit.telemetry.newProfilePing.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,

  // Pages behave the same with or without a person in front of them.
  'dom.disable_open_during_load': false,
  // A popup gets its own window: a page behind another tab gets no animation frames.
  'browser.link.open_newwindow': 2,
  'browser.link.open_newwindow.restriction': 0,
  'dom.ipc.reportProcessHangs': false,
  // A script that holds a page for this many seconds is ended, and the page continues: the protocol has no command for it.
  'dom.max_script_run_time': 20,
  'dom.max_script_run_time.require_critical_input': false,
  'dom.always_stop_slow_scripts': true,
  // The other scripts of the document stay alive.
  'dom.global_stop_script': false,
  'dom.max_chrome_script_run_time': 0,
  'dom.file.createInChild': true,
  'focusmanager.testmode': true,
  // Lets a window take back the focus after a key moved it to the browser's own controls: see
  // `driver/bidi/front-window.ts`.
  'dom.disable_window_flip': false,
  // A reported file chooser is closed at once; an open one keeps its input from opening another.
  'remote.bidi.dismiss_file_pickers.enabled': true,
  // `window.print()` would open a dialog that no protocol reports, and block the page until it is closed.
  'print.enabled': false,
  'hangmonitor.timeout': 0,
  'ui.systemUsesDarkTheme': 0,
  // A mouse, which a machine without a screen lacks: fine pointer (2) and hover (4). Otherwise pages would show
  // their touch layout.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'browser.dom.window.dump.enabled': false,
  'devtools.console.stdout.chrome': false,

  // The remote agent: no wait for an idle browser after commands, and its own recommendations on.
  'remote.prefs.recommended': true,
  'remote.active-protocols': 1,
};

/** Without a window nobody can answer a request for a permission: it would be open for good. The same as in Chromium. */
export const HEADLESS_PREFERENCES: Readonly<FirefoxPreferences> = {
  'permissions.default.geo': 2,
  'permissions.default.desktop-notification': 2,
  'permissions.default.camera': 2,
  'permissions.default.microphone': 2,
};

export function userJs(preferences: Readonly<FirefoxPreferences>): string {
  return Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}
