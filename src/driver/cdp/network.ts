/** Requests, responses, redirects and failures. */
export {};
