export { isRich, textFields } from './collection.rules.ts';
export { TextStateMark } from './texts/text-state-mark.tsx';
export { useConfirmTexts } from './texts/use-confirm-texts.ts';
