/* The door for screens that publish books: they ask alike, and offer the same Undo. */

export { usePublishing } from './bulk/use-publishing.ts';
