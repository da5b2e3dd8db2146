/** Driver over CDP: contexts, pages, closing. */
export {};
