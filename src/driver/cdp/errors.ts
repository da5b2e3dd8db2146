/** What the browser's error answers mean in Sightline's words. */
export {};
