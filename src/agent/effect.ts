/** What a call does to the page. */
export type Effect = 'read' | 'act' | 'navigate';
