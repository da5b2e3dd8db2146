/** DriverPage over CDP. */
export {};
