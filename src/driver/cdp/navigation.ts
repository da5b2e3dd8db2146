/** Going somewhere and knowing when the new document has committed. */
export {};
