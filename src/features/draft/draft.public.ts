export type { ShownDraft } from './draft.contract.ts';
export { isDrafting } from './draft.service.ts';
