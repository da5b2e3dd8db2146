/** File inputs and the file chooser. */
export {};
