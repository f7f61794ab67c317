import { unitRow } from '#features/unit/unit-info.factory.ts';
import type { Caller } from './call-by-key.ts';

const version = 1;

/** Releases that change the book B1, of which one is applied and undone, and one is cancelled. */
export async function useReleases(call: Caller): Promise<void> {
  const made = await call('POST /api/v1/release', { body: { name: 'Autumn' } });
  const path = [made.json.results.rel_idx];
  await call('GET /api/v1/release');
  await call('PUT /api/v1/release/{rel_idx}', { path, body: { name: 'Autumn list', version } });
  const change = { kind: 'book', id: 'B1', values: { remarks: 'In spring' } };
  const { chg_idx } = (await call('PUT /api/v1/release/{rel_idx}/change', { path, body: change })).json.results;
  const units = { kind: 'units', id: 'B1', values: { unitInfo: [unitRow(1)] } };
  await call('PUT /api/v1/release/{rel_idx}/change', { path, body: units });
  const selected = { selection: { ids: ['B1'] }, values: { narrator: 'Ann' } };
  await call('PUT /api/v1/release/{rel_idx}/change/selected', { path, body: selected });
  await call('PUT /api/v1/release/{rel_idx}/change/{chg_idx}', {
    path: [...path, chg_idx],
    body: { decide: 'anyway' },
  });
  await call('GET /api/v1/release/{rel_idx}', { path });
  const { rel_idx } = (await call('POST /api/v1/release/{rel_idx}/copy', { path })).json.results;
  const { act_idx } = (await call('POST /api/v1/release/{rel_idx}/apply', { path })).json.results;
  await call('POST /api/v1/act/{act_idx}/undo', { path: [act_idx] });
  const { changes } = (await call('GET /api/v1/release/{rel_idx}', { path: [rel_idx] })).json.results;
  await call('DELETE /api/v1/release/{rel_idx}/change/{chg_idx}', { path: [rel_idx, changes[0].chg_idx] });
  await call('DELETE /api/v1/release/{rel_idx}', { path: [rel_idx] });
}
