/** alert, confirm, prompt and beforeunload. */
export {};
