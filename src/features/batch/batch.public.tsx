export { Ledger } from './lot/ledger.tsx';
export { leakHref } from './batch.rules.ts';
export { BatchPicker } from './batch-picker.tsx';
