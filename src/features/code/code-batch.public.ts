export { codeMessages } from './code.messages.ts';
export { batchEntity, batchHref, loweredAction } from './code-batch.rules.ts';
export { requireBatch, requireEndAhead, requireSettled } from './code-batch.service.ts';
export { printWords } from './messages/print.messages.ts';
