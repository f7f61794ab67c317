export type { apikeyApi } from './apikey.contract.ts';
export type { ApikeyWords } from './apikey.messages.ts';
