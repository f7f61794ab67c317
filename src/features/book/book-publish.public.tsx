/* Public interface for screens that publish books: the same confirmation, and the same Undo. */

export { usePublishing } from './bulk/use-publishing.ts';
