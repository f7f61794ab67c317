import { expect } from 'vitest';
import { readConfig } from '#kernel/config/config.ts';
import { verify } from '#src/verify/verify.ts';
import type { Office } from '#test/app.ts';
import { cids, type Library } from './library.ts';

/** Compares what readers get, and the rows of screens, with the model. */
export async function requireShown(library: Library): Promise<void> {
  const { model, desk, cidxs } = library;
  const books = [...model.now.keys()].flatMap((cell) => /^book\/([^/]+)\/published$/.exec(cell)?.[1] ?? []).toSorted();
  const book = (bid: string, ...names: string[]) =>
    Object.fromEntries(
      ['bid', ...names].map((name) => [name, name === 'bid' ? bid : model.get(`book/${bid}/${name}`)]),
    );
  const text = (cid: string, locale: string) => model.get(`collection/${cid}/text/${locale}/title`);
  const isPublic = (cid: string) => model.get(`collection/${cid}/is_public`) === 'O';
  const titled = (cid: string) => ({ cid, title: text(cid, 'en') });
  const ids = (cell: string) => model.get(cell) as number[];

  const published = books.filter((bid) => model.get(`book/${bid}/published`) !== 0);
  const fields = ['title', 'author', 'genre', 'narrator', 'language'];
  const readers = await desk.results('books');
  expect(picked(readers, ['bid', ...fields]).toSorted(byBid), 'books of readers').toEqual(
    published.map((bid) => book(bid, ...fields)),
  );
  const collections = await desk.results('collections?language=ko');
  expect(picked(collections, ['cid', 'title', 'cefr_level']), 'collections of readers').toEqual(
    cids.filter(isPublic).map((cid) => ({
      cid,
      title: text(cid, 'ko') || text(cid, 'en'),
      cefr_level: model.get(`collection/${cid}/cefr_level`),
    })),
  );
  const advertised = ids('advertised').flatMap((cidx) => cids.filter((cid) => cidxs.get(cid) === cidx));
  expect(picked(await desk.results('advertised'), ['cid', 'title']), 'advertised').toEqual(
    advertised.filter(isPublic).map(titled),
  );
  const series = ids('series/order').map((id) => ({ ser_idx: id, title: model.get(`series/${id}`) }));
  expect(picked(await desk.results('series'), ['ser_idx', 'title']), 'series of readers').toEqual(series);
  const items = ids('guide/order').map((id) => ({ itm_idx: id, title: model.get(`guide/${id}/title`) }));
  // A guide is there as long as it has items.
  const guide = await desk.results('series_guides/g');
  expect(picked(guide?.items ?? [], ['itm_idx', 'title']), 'guide').toEqual(items);

  const rowsOf = async (page: string) => (await desk.propsOf(page)).found.rows;
  expect(
    picked(await rowsOf('/book'), ['bid', 'title', 'author', 'published']).toSorted(byBid),
    'list of books',
  ).toEqual(books.map((bid) => ({ ...book(bid, 'title', 'author'), published: published.includes(bid) })));
  const listed: { cid: string }[] = picked(await rowsOf('/collection'), ['cid', 'title', 'is_public', 'lock', 'ads']);
  expect(
    listed.toSorted((a, b) => (a.cid < b.cid ? -1 : 1)),
    'list of collections',
  ).toEqual(
    cids.map((cid) => ({
      ...titled(cid),
      is_public: model.get(`collection/${cid}/is_public`),
      lock: model.get(`collection/${cid}/lock`),
      ads: advertised.includes(cid),
    })),
  );
  expect(picked((await desk.propsOf('/series')).rows, ['ser_idx', 'title']), 'list of series').toEqual(series);
}

const byBid = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  String(a['bid']) < String(b['bid']) ? -1 : 1;

const picked = (rows: readonly object[], names: readonly string[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))) as never);

/** What `npm run verify` finds, but for files and the key of the trail, of which each instance of a test has its own. */
export async function requireVerified({ databaseUrl }: Office, folder: string): Promise<void> {
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: folder });
  const isOfFolder = (name: string) => name === 'trail' || name.endsWith('.files');
  const found = (await verify(config)).filter(({ name, count }) => count > 0 && !isOfFolder(name));
  expect(found.map(({ name, some }) => ({ name, some }))).toEqual([]);
}
