import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from './import.factory.ts';
import { importDesk, sentenceCsv } from './import.fixture.ts';

let office: Office;
const desk = importDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
beforeEach(() => desk.clear());

/** Makes these changes one after another, each with the version that the last one answered. */
async function inTurn(id: number, version: number, changes: readonly (readonly [path: string, body: object])[]) {
  let next = version;
  for (const [path, body] of changes) {
    const answer = await office.admin.put(`/api/v1/import/${id}${path}`, { ...body, version: next });
    expect(answer.status, answer.body).toBe(200);
    expect(answer.json.results.version).toBeGreaterThan(next);
    next = answer.json.results.version;
  }
  return next;
}

test('each change of an import answers the version that the next one needs', async () => {
  const id = await desk.stage([importRow(1), importRow(2), importRow(3, { title: 'The 3rd  Lantern' })]);
  const { version } = await desk.state(id);
  const last = await inTurn(id, version, [
    ['', { update: true }],
    ['/row/2', { cells: { title: 'Corrected' } }],
    ['/drop', { rows: [3], dropped: true }],
    ['/drop', { rows: [3], dropped: false }],
    ['', { create_missing: true }],
  ]);
  expect((await desk.state(id)).version).toBe(last);
  const late = await office.admin.put(`/api/v1/import/${id}`, { update: false, version });
  expect(late).toMatchObject({ status: 409, json: { error: { code: 'error.stale' } } });
});

test('each change of its words and sentences does, too, and so do uploading them, saving them and the steps', async () => {
  const id = await desk.choose('B1', 'B2');
  const rows = [
    ['B1', 'sun', 'The sun rises.', 'Y'],
    ['B2', 'moon', 'The moon is out.', 'N'],
  ];
  const { version } = (await desk.sheet(id, sentenceCsv(rows))).json.results;
  await inTurn(id, version, [
    ['/sentence/2', { cells: { word: 'sunrise' } }],
    ['/sentence/drop', { rows: [3], dropped: true }],
    ['/step', { step: 'audio' }],
    ['/step', { step: 'sentences' }],
  ]);
  const saved = await office.admin.post(`/api/v1/import/${id}/sentence/apply`);
  expect(saved.status, saved.body).toBe(200);
  await inTurn(id, saved.json.results.version, [['/step', { step: 'images' }]]);
});
