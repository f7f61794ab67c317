export { endSoldCode, withdrawSoldCode } from './code-sale.store.ts';
