/** Typed calls, and events routed to who asked for them. */
export {};
