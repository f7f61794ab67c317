export { rebookFlows } from './code-days.store.ts';
export { type CodeFigures, endedToday, figuresOf, lotFiguresOf } from './code-figures.read.ts';
