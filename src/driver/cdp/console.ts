/** Console messages and uncaught exceptions. */
export {};
