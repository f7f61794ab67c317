export type { ImportedRow } from './rules/import-cells.rules.ts';
