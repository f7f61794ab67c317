import { expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';

// Features that no other imports: each is an entry of src/features.ts and a folder (docs/architecture.md).
const leaves = ['thread', 'mailing', 'doctor', 'assistant'];

test.each(leaves)('an office without “%s” starts, and its screens and the portal are there', async (name) => {
  const office = await startOffice({ without: [name] });
  try {
    must(await office.admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true }));
    must(await office.admin.put('/api/v1/book', { bids: ['B1'] }));
    must(await office.admin.post('/api/v1/collection', { cid: 'SEA', title: 'The sea' }));
    for (const address of [
      '/',
      '/book',
      '/book/B1',
      '/collection/SEA',
      '/settings',
      '/settings/keys',
      '/audit',
      '/docs',
    ])
      expect([address, (await office.admin.get(address)).status]).toEqual([address, 200]);
    const { key } = must(await office.admin.post('/api/v1/api_key', { name: 'Portal', scope: 'read' }));
    const read = await office.stranger.get('/portal/v1/books', { authorization: `Bearer ${key}` });
    expect(read.json.results).toMatchObject([{ bid: 'B1' }]);
  } finally {
    await office.close();
  }
});

test('an office without the door of assistants offers no keys to it', async () => {
  const [whole, office] = [await startOffice(), await startOffice({ without: ['assistant'] })];
  try {
    must(await office.admin.post('/api/v1/api_key', { name: 'Helper', scope: 'assistant', may: ['read'] }));
    expect((await office.admin.post('/mcp', {})).status).toBe(404);
    // What the dialog is drawn with: its choices are in no markup until they are opened.
    const offered = async ({ admin }: typeof office) =>
      /"scopes":\[[^\]]*"assistant"/.test((await admin.get('/settings/keys/create')).body);
    expect([await offered(whole), await offered(office)]).toEqual([true, false]);
    const list = (await office.admin.get('/settings/keys')).body;
    expect([list.includes('Helper'), list.includes('href="/assistant/')]).toEqual([true, false]);
  } finally {
    await office.close();
    await whole.close();
  }
});
