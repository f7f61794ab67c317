export { endSoldCode, type FormerSoldCode, restoreSoldCode, withdrawSoldCode } from './code-sale.store.ts';
