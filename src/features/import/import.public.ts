export type { ImportedRow } from './sheet/import-cells.rules.ts';
