/** Trusted pointer, wheel and key events. */
export {};
