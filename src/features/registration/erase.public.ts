export { lockErased, noteErased } from './right/erase.store.ts';
