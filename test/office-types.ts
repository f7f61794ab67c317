import path from 'node:path';
import { type NamedAnswers, typesOfAnswers } from './portal-types.ts';

/** The types of the command line, which follow from the description of its calls. */
export const officeTypesFile = path.resolve(import.meta.dirname, '../clients/office/src/office-types.generated.ts');

const answers: NamedAnswers = {
  OwnKey: ['get /api/v1/api_key/own', 'The key that calls, and for whom.'],
  Import: ['get /api/v1/import/{import_idx}', 'An import: what it will change, or has changed.'],
  ImportRow: ['get /api/v1/import/{import_idx}/row', 'A row of an import.'],
  ImportProgress: ['get /api/v1/import/progress/{key}', 'How far a sheet is read.'],
  TextImport: ['get /api/v1/texts/import/{timp_idx}', 'A file of texts that came back.'],
  Batch: ['get /api/v1/code/batch/{cg_idx}', 'A batch of codes with its current figures.'],
  Deliveries: ['get /api/v1/code/batch/{cg_idx}/delivery', 'The files with codes of a batch that have left.'],
  Release: ['get /api/v1/release/{rel_idx}', 'A release.'],
  Act: ['get /api/v1/act/{act_idx}', 'An act, and what undoing it would do.'],
  Undone: ['post /api/v1/act/{act_idx}/undo', 'What an undo did.'],
  Work: ['get /api/v1/work/{work_idx}', 'An act on very many records, which a job does.'],
  Checkup: ['get /api/v1/doctor', 'One thing that the office stands on.'],
};

/** What that file should contain, by the text of `openapi.json`. */
export const officeTypes = (document: string): string =>
  `// Written by \`npm run generate\` from openapi.json.\n\n${typesOfAnswers(document, answers)}`;
