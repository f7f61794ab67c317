export { insertVendKey } from './vend-key.store.ts';
