/** How CDP writes a call and what its messages mean. */
export {};
