export { codeMessages } from './code.messages.ts';
export {
  batchEntity,
  batchHref,
  codesReplacedAction,
  type EndEvent,
  endEvents,
  loweredAction,
} from './code-batch.rules.ts';
export { endAfterNow, endAfterToday, waitsFor } from './code-end.read.ts';
export { requireBatch, requireEndAhead, requireSettled } from './code-batch.service.ts';
export { printWords } from './messages/print.messages.ts';
