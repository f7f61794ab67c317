export { insertVendKey, lockVendKey, updateVendKey, type VendTerms } from './vend-key.store.ts';
