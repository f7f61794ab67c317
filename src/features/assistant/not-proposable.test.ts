import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { neededForChange } from './changes.rules.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const docs = new URL('../../../docs/assistants.md', import.meta.url);
const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What the table in the documents names: `…` stands for the rest of an address, and a call without a method for any. */
async function readExplained(): Promise<RegExp[]> {
  const [, part = ''] = (await readFile(docs, 'utf8')).split('## What cannot be proposed');
  const [table = ''] = part.split('\n## ');
  const rows = table.split('\n').filter((row) => /^\| (?!Why|-)/.test(row));
  // The last cell of a row; the first may name a call that can be proposed.
  const calls = rows.flatMap((row) =>
    [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, call = '']) => call),
  );
  return calls.map((call) => {
    const address = call.replaceAll(/[.*+?^$()[\]\\{}]/g, String.raw`\$&`).replaceAll('…', '.*');
    return new RegExp(`^${call.startsWith('/') ? String.raw`\w+ ` : ''}${address}$`);
  });
}

test('each call that changes something can be proposed, or the documents say why not', async () => {
  const explained = await readExplained();
  const used = new Set<RegExp>();
  const unexplained: string[] = [];
  const proposable: string[] = [];
  for (const { method, url, config, schema } of office.server.routeList) {
    if (!writes.has(String(method)) || !schema) continue;
    const call = `${String(method)} ${url.replace(/:(\w+)/g, '{$1}')}`;
    const found = explained.filter((is) => is.test(call));
    for (const is of found) used.add(is);
    const isProposable = config?.canBeTried === true && neededForChange(url) !== undefined;
    if (!isProposable && found.length === 0) unexplained.push(call);
    if (isProposable && found.length > 0) proposable.push(call);
  }
  expect({ unexplained, proposable }).toEqual({ unexplained: [], proposable: [] });
  expect(explained.filter((is) => !used.has(is)).map(String)).toEqual([]);
});
