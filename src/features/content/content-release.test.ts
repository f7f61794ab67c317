import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { zipOf } from '#kernel/archive/archive.fixture.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { problemMessage } from './check/check-epub.ts';
import { storeResult } from './check/epub-check.service.ts';
import { sendContent, sendForRelease } from './content.fixture.ts';
import { madeEpub } from './epub/epub.factory.ts';

let office: Office;
const desk = releaseDesk(() => office);
let bid: string;
let other: string;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  const series = await desk.addSeries('First');
  const level = await desk.addLevel(series, 'One');
  await desk.addBooks(series, level, 2);
  [bid, other] = [`b${level}-1`, `b${level}-2`];
  await desk.publish(bid);
});

const epubNamed = (text: string) =>
  madeEpub({ parts: { 'OPS/one.xhtml': `<html><body><p>${text}</p></body></html>` } });
const pages = (text: string) => zipOf({ 'page1.html': text, 'page2.html': 'two' });

const epub = (name: string, to = bid) =>
  sendContent(office.admin, { bid: to, kind: 'epub' }, epubNamed(name), `${name}.epub`);
const later = (name: string, to = bid) =>
  sendForRelease(office.admin, { bid: to, kind: 'epub' }, epubNamed(name), `${name}.epub`);
const laterZip = (name: string) => sendForRelease(office.admin, { bid, kind: 'zip' }, pages(name), `${name}.zip`);
const put = (rel: number, values: object, of = bid) => desk.putIn(rel, 'files', of, values, { merge: true });

/** The names of its files, and the address that readers get. */
const files = async (of = bid) => {
  const { epub: one, zip } = (await office.admin.get(`/api/v1/book/${of}/content`)).json.results;
  return { epub: one?.file_name ?? null, zip: zip?.file_name ?? null };
};
const read = async () => (await desk.results(`books/${bid}`)).epub_path;
const report = async () => (await office.admin.get(`/api/v1/book/${bid}/epub_report`)).json.results;

/** How the check of the EPUB of a release's first change ended. */
const stateIn = async (rel: number): Promise<string> =>
  (await desk.read(rel)).changes[0].fields[0].after.split(' · ').at(-1);

describe('The files of a book in a release', () => {
  test('are checked before it is applied: the release tells how, and the book has the report at once', async () => {
    const rel = await desk.release();
    await put(rel, { epub: await later('new') });
    await expect.poll(() => stateIn(rel), { timeout: 30_000 }).toMatch(/^(Valid|With warnings|With errors)$/);
    desk.must(await desk.apply(rel));
    const { status, tool, checked_at: at } = await report();
    expect([status, tool === null, at > 0]).toEqual([expect.stringMatching(/passed|warnings|failed/), false, true]);
  });

  test('are checked later if their check was lost with the queue', async () => {
    const rel = await desk.release();
    const file = await later('lost');
    await put(rel, { epub: file });
    await expect.poll(() => stateIn(rel), { timeout: 30_000 }).not.toBe('Being checked');
    await office.db
      .updateTable('kept_epub_check')
      .set({ status: 'waiting', requested_at: '2020-01-01T00:00:00Z' })
      .where('file_key', '=', file)
      .execute();
    expect(await stateIn(rel)).toBe('Being checked');
    await office.app.work.write(systemCaller('test'), (ctx) =>
      office.app.jobs.send(ctx, 'book.epub_check_overdue', {}),
    );
    await expect.poll(() => stateIn(rel), { timeout: 30_000 }).toMatch(/^(Valid|With warnings|With errors)$/);
  });

  test('whose check ended without a result say so, and are checked again once the book has them', async () => {
    const rel = await desk.release();
    const file = await later('stopped');
    await put(rel, { epub: file });
    await expect.poll(() => stateIn(rel), { timeout: 30_000 }).not.toBe('Being checked');
    const stopped = { tool: '', messages: [problemMessage('stopped')], accessibility: null };
    await office.db.updateTable('kept_epub_check').set({ status: 'waiting' }).where('file_key', '=', file).execute();
    await office.app.work.write(systemCaller('test'), (ctx) =>
      storeResult(ctx, { bidx: null, fileKey: file }, stopped),
    );
    expect(await stateIn(rel)).toBe('The check ended without a result. It is made again when the release is applied.');
    desk.must(await desk.apply(rel));
    await expect.poll(async () => (await report()).status, { timeout: 30_000 }).not.toBe('waiting');
    expect((await report()).messages).not.toContainEqual(problemMessage('stopped'));
  });

  test('are named with size and contents, reach readers once it is applied, and the former ones come back with an undo', async () => {
    desk.must(await epub('old'));
    const before = await read();
    const rel = await desk.release();
    const [file, zip] = [await later('new'), await laterZip('pages')];
    await put(rel, { epub: file, zip });
    expect([await files(), await read()]).toEqual([{ epub: 'old.epub', zip: null }, before]);
    const [change] = (await desk.read(rel)).changes;
    expect(change).toMatchObject({ kind: 'files', id: bid, href: `/book/${bid}`, conflict: null });
    expect(change.fields).toMatchObject([
      {
        label: 'EPUB',
        before: 'old.epub: 0.00\u00a0MB, 6 files inside',
        after: expect.stringMatching(/^new\.epub: 0\.00\u00a0MB, 6 files inside · /),
      },
      { label: 'Content zip', before: '', after: 'pages.zip: 0.00\u00a0MB, 2 files inside' },
    ]);
    const opened = await office.admin.get(change.fields[0].href);
    expect(opened.status).toBe(303);
    expect((await office.stranger.get(String(opened.headers['location']))).status).toBe(200);
    const [had, has] = [change.fields[0].files.before, change.fields[0].files.after];
    expect([had, has]).toMatchObject([[{ name: 'old.epub' }], [{ name: 'new.epub', href: change.fields[0].href }]]);
    expect(had[0].href).not.toBe(has[0].href);
    const { body } = await office.admin.get(`/release/${rel}`);
    for (const { href } of [...had, ...has]) {
      expect(body).toContain(`href="${href}"`);
      expect((await office.admin.get(href)).status).toBe(303);
    }
    const { act_idx: act } = desk.must(await desk.apply(rel));
    expect([await files(), await read()]).toEqual([{ epub: 'new.epub', zip: 'pages.zip' }, file]);
    expect(desk.must(await desk.undo(act))).toMatchObject({ back: 2, kept: 0 });
    expect([await files(), await read()]).toEqual([{ epub: 'old.epub', zip: null }, before]);
    expect((await office.admin.get(`/api/v1/book/${bid}/epub`)).status).toBe(303);
  });

  test('are seen as they will be by who previews the release, and are none before', async () => {
    desk.must(await epub('old'));
    const rel = await desk.release();
    const file = await later('new');
    await put(rel, { epub: file });
    const { href } = desk.must(
      await office.admin.post('/api/v1/preview', { of: 'book', id: bid, at: 0, release: rel, days: 1 }),
    );
    const seen = await office.stranger.get(
      new URL(href, 'http://office').pathname + new URL(href, 'http://office').search,
      {
        accept: 'application/json',
      },
    );
    expect(seen.json.results.shown).toMatchObject({ epub_path: file });
    expect(await files()).toEqual({ epub: 'old.epub', zip: null });
    await put(rel, { epub: null });
    desk.must(await desk.apply(rel));
    expect([await files(), await read()]).toEqual([{ epub: null, zip: null }, null]);
  });

  test('count for what the books that a release publishes lack', async () => {
    const rel = await desk.release();
    await desk.putIn(rel, 'book', other, { published: true });
    const lacking = async () => (await desk.propsOf(`/release/${rel}`)).effects.lacking;
    expect(await lacking()).toContain('1 has no content file');
    await put(rel, { epub: await later('new', other) }, other);
    expect(await lacking()).not.toContain('1 has no content file');
    desk.must(await epub('old', other));
    await put(rel, { epub: null }, other);
    expect(await lacking()).toContain('1 has no content file');
  });

  test('are refused when they are uploaded, with the cause, if they are not what readers can open', async () => {
    const of = { bid, query: '?later=1' };
    const kept = () => office.db.selectFrom('kept_content').select('file_key').execute();
    const before = await kept();
    const bad = await sendContent(office.admin, { ...of, kind: 'epub' }, zipOf({ 'a.html': 'a' }));
    expect([bad.status, bad.json.error.code]).toEqual([422, 'book.zip_not_epub']);
    const damaged = await sendContent(office.admin, { ...of, kind: 'zip' }, pages('x').slice(0, 60));
    expect(damaged.status).toBe(422);
    expect(await kept()).toEqual(before);
    expect((await sendContent(office.admin, { ...of, bid: 'gone', kind: 'epub' }, madeEpub())).status).toBe(404);
  });

  test('must have been uploaded, and be of their kind', async () => {
    const rel = await desk.release();
    const missing = 'contents/00000000-0000-4000-8000-000000000000.epub';
    const zip = await laterZip('pages');
    for (const [values, status, code] of [
      [{ epub: missing }, 404, 'book.content_not_uploaded'],
      [{ epub: zip }, 400, undefined],
      [{ epub: 7 }, 400, undefined],
      [{ epub: '../secret.epub' }, 400, undefined],
      [{}, 422, 'release.no_fields'],
    ] as const) {
      const answer = await desk.put(rel, 'files', bid, values);
      expect(answer.status, JSON.stringify(values)).toBe(status);
      if (code) expect(answer.json.error.code).toBe(code);
    }
    expect((await desk.put(rel, 'files', 'gone', { zip })).status).toBe(404);
    expect((await desk.read(rel)).changes).toEqual([]);
  });

  test('conflict with a file that somebody uploaded since, and either is chosen; nobody has to upload again', async () => {
    const file = await later('ours');
    const [first, second] = [await desk.release(), await desk.release()];
    for (const rel of [first, second]) await put(rel, { epub: file });
    desk.must(await epub('theirs'));
    const conflict = await desk.conflict(first);
    expect(conflict.fields).toMatchObject([
      { before: expect.stringContaining('theirs.epub'), after: expect.stringContaining('ours.epub') },
    ]);
    expect((await desk.apply(first)).json.error).toMatchObject({ code: 'release.undecided' });
    for (const [rel, decision, left] of [
      [second, 'rebase', 'theirs.epub'],
      [first, 'anyway', 'ours.epub'],
    ] as const) {
      const [{ chg_idx: change }] = (await desk.read(rel)).changes;
      desk.must(await desk.decide(rel, change, decision));
      desk.must(await desk.apply(rel));
      expect((await files()).epub).toBe(left);
    }
  });

  test('of two releases for one book: the second says that the first comes before it', async () => {
    const first = await desk.release('Spring', 3600);
    const second = await desk.release('Summer', 7200);
    await put(first, { epub: await later('spring') });
    await put(second, { epub: await later('summer') });
    expect(await desk.conflict(second)).toMatchObject({ release: { rel_idx: first }, gone: false });
    const [{ chg_idx: change }] = (await desk.read(second)).changes;
    desk.must(await desk.decide(second, change, 'anyway'));
    desk.must(await desk.apply(first));
    const { act_idx: act } = desk.must(await desk.apply(second));
    expect((await files()).epub).toBe('summer.epub');
    desk.must(await desk.undo(act));
    expect((await files()).epub).toBe('spring.epub');
  });

  test('are of one book: a second one that a release gives the same file keeps its own', async () => {
    const file = await later('shared');
    const [first, second] = [await desk.release(), await desk.release()];
    await put(first, { epub: file });
    await put(second, { epub: file }, other);
    desk.must(await desk.apply(first));
    const refused = await desk.apply(second);
    expect([refused.status, refused.json.error.code]).toEqual([409, 'book.content_of_another']);
    expect(await files(other)).toEqual({ epub: null, zip: null });
  });

  test('an undo keeps a file that somebody uploaded since, and gives the other one back', async () => {
    desk.must(await epub('old'));
    const rel = await desk.release();
    await put(rel, { epub: await later('new'), zip: await laterZip('pages') });
    const { act_idx: act } = desk.must(await desk.apply(rel));
    desk.must(await epub('theirs'));
    expect(desk.must(await desk.undo(act))).toMatchObject({ back: 1, kept: 1 });
    expect(await files()).toEqual({ epub: 'theirs.epub', zip: null });
  });

  test('are taken again from a copy of a release that was undone, also after a newer file was deleted', async () => {
    const rel = await desk.release();
    await put(rel, { epub: await later('new') });
    const { act_idx: act } = desk.must(await desk.apply(rel));
    desk.must(await desk.undo(act));
    expect(await files()).toEqual({ epub: null, zip: null });
    const { rel_idx: copy } = desk.must(await office.admin.post(`/api/v1/release/${rel}/copy`, {}));
    desk.must(await epub('between'));
    desk.must(await office.admin.delete(`/api/v1/book/${bid}/epub`));
    desk.must(await desk.apply(copy));
    expect((await files()).epub).toBe('new.epub');
  });

  test('go with a book that was deleted meanwhile, which the release says, and come back with it', async () => {
    const rel = await desk.release();
    await put(rel, { epub: await later('new') });
    const { act_idx: deletion } = desk.must(await office.admin.delete('/api/v1/book', { selection: { ids: [bid] } }));
    expect(await desk.conflict(rel)).toMatchObject({ gone: true });
    expect((await desk.apply(rel)).status).toBe(409);
    desk.must(await desk.undo(deletion));
    desk.must(await desk.apply(rel));
    expect((await files()).epub).toBe('new.epub');
  });

  test('are applied at the time of the release', async () => {
    const rel = await desk.release('Winter', 60);
    await put(rel, { epub: await later('new') });
    office.clock.advance(61_000);
    await expect.poll(async () => (await desk.read(rel)).status, { timeout: 20_000 }).toBe('applied');
    expect((await files()).epub).toBe('new.epub');
  });
});
