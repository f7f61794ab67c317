import { bookFields } from '#features/book/book-fields.public.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { sentenceCsv } from '#features/import/import.fixture.ts';
import { fullProduct, message } from '#features/onix/onix.fixture.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { type Caller, file } from './call-by-key.ts';

export async function useSheets(call: Caller, waitForJob: () => Promise<void>): Promise<void> {
  const csv = file(importCsv([importRow(501), importRow(502, { bid: '' })]), 'books.csv');
  const { import_idx } = (await call('POST /api/v1/import', { form: { file: csv } })).json.results;
  const path = [import_idx];
  const inside = '/api/v1/import/{import_idx}';
  await call('GET /api/v1/import/progress/{key}', { path: ['12345678'] });
  await call('GET /api/v1/import/template', { query: { sheet: 'isbn', as: 'csv' } });
  await call(`GET ${inside}/rejected`, { path, query: { as: 'csv' } });
  await call(`GET ${inside}/row`, { path, query: { filter: 'all' } });
  await call(`GET ${inside}/row/{row_no}`, { path: [...path, 2] });
  await call(`PUT ${inside}/row/{row_no}`, { path: [...path, 2], body: { cells: { author: 'Ann' } } });
  await call(`PUT ${inside}/drop`, { path, body: { rows: 'rejected', dropped: true } });
  await call(`PUT ${inside}/fill`, { path, body: {} });
  await call(`PUT ${inside}/unalter`, { path, body: {} });
  await call(`GET ${inside}/title`, { path });
  const merges = [{ kind: 'series', from: ['Lanterns'], to: 'LANTERNS' }];
  await call(`PUT ${inside}/title`, { path, body: { merges } });
  await call(`PUT ${inside}`, { path, body: { update: true, create_missing: true } });
  await call(`GET ${inside}/file`, { path });
  await call(`POST ${inside}/cancel`, { path });
  await call(`POST ${inside}/apply`, { path });
  await waitForJob();
  await call(`GET ${inside}`, { path });
  await call(`GET ${inside}/new`, { path });
  await call(`POST ${inside}/undo`, { path });
  const xml = file(message(fullProduct), 'message.xml');
  const onix = (await call('POST /api/v1/import', { form: { file: xml } })).json.results;
  await call(`GET ${inside}/onix`, { path: [onix.import_idx], query: { list: 'covers', as: 'csv' } });
  await call('GET /api/v1/book/onix', { query: { sort: 'bid' } });
  const unused = (await call('POST /api/v1/import', { form: { file: csv } })).json.results;
  await call(`GET ${inside}/column`, { path: [unused.import_idx] });
  const fields = bookFields.map(({ name }) => name);
  await call(`PUT ${inside}/column`, { path: [unused.import_idx], body: { heading_row: 1, fields } });
  await call(`DELETE ${inside}`, { path: [unused.import_idx] });
  await call('POST /api/v1/import/link', { body: { link: 'https://example.org' } });
}

export async function useFiles(call: Caller): Promise<void> {
  const { import_idx } = (await call('POST /api/v1/import/book', { body: { bids: ['B1', 'B2'] } })).json.results;
  const path = [import_idx];
  const inside = '/api/v1/import/{import_idx}';
  await call(`GET ${inside}/book`, { path });
  await call(`PUT ${inside}/step`, { path, body: { step: 'sentences' } });
  const csv = sentenceCsv([
    ['B1', 'star', 'A star shines.', 'Y'],
    ['B1', 'star', '', 'Y'],
  ]);
  const foreign = sentenceCsv([['star', 'A star shines.', 'B1', 'Y']], ['Vocabulary', 'Example', 'Book ID', 'Target']);
  await call(`POST ${inside}/sentence`, { path, form: { file: file(foreign, 'foreign.csv') } });
  await call(`GET ${inside}/sentence/column`, { path });
  const fields = ['word', 'sentence', 'bid', 'mdr_targeted'];
  await call(`PUT ${inside}/sentence/column`, { path, body: { heading_row: 1, fields } });
  await call(`POST ${inside}/sentence`, { path, form: { file: file(csv, 'words.csv') } });
  await call(`GET ${inside}/sentence`, { path });
  await call(`GET ${inside}/sentence/rejected`, { path, query: { as: 'csv' } });
  await call(`PUT ${inside}/sentence/{row_no}`, { path: [...path, 2], body: { cells: { word: 'Star' } } });
  await call(`PUT ${inside}/sentence/drop`, { path, body: { rows: 'rejected', dropped: true } });
  await call(`PUT ${inside}/sentence/fill`, { path, body: {} });
  await call(`POST ${inside}/sentence/apply`, { path });
  await call(`DELETE ${inside}/sentence`, { path });
  await call(`POST ${inside}/sentence/link`, { path, body: { link: 'https://example.org' } });
  const given = { name: 'B1_star.mp3', size: silentMp3().length, modified: 1 };
  await call(`POST ${inside}/upload`, { path, body: { step: 'audio', files: [given] } });
  await call(`PUT ${inside}/upload`, { path, body: { step: 'audio', bids: ['B1'] } });
  await call(`GET ${inside}/upload`, { path, query: { step: 'audio' } });
  await call(`DELETE ${inside}/upload`, { path, body: { step: 'audio' } });
  await call('DELETE /api/v1/spreadsheet/account');
}
