import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import { fileForm, jpeg, picture, png } from './image.fixture.ts';

let office: Office;
let count = 0;

beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

async function newBook(): Promise<string> {
  const row = bookRow((count += 1));
  const made = await office.admin.post('/api/v1/book', { books: [row], create_missing: true });
  expect(made.json.results.success).toBe(true);
  return String(row.bid);
}

const uploadCover = (bid: string, files: Record<string, Buffer | string>) =>
  office.admin.upload(`/api/v1/book/${bid}/cover`, fileForm('book_cover', files));
const uploadPreviews = (bid: string, files: Record<string, Buffer | string>) =>
  office.admin.upload(`/api/v1/book/${bid}/preview`, fileForm('book_preview', files));

const fetchFile = (path: string) => office.server.inject({ url: `/contents/${path}` });
const rows = (bid: string) =>
  office.db
    .selectFrom('book_image as i')
    .innerJoin('book as b', 'b.bidx', 'i.bidx')
    .select(['i.kind', 'i.place', 'i.folder', 'i.file_name', 'i.width', 'i.height'])
    .where('b.bid', '=', bid)
    .orderBy('i.kind')
    .orderBy('i.place')
    .execute();
const paths = async (bid: string) => (await rows(bid)).map((row) => `${row.folder}/${row.file_name}`);
const lastAct = (bid: string) =>
  office.db
    .selectFrom('audit')
    .select(['action', 'before', 'after', 'actor'])
    .where('entity_id', '=', bid)
    .orderBy('audit_idx', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

describe('a cover', () => {
  test('is stored under a cleaned name, readable by anyone, and in the sizes of the screens', async () => {
    const bid = await newBook();
    const { status, json } = await uploadCover(bid, { 'My cover & 표지 (1).jpeg': await jpeg() });
    expect(status).toBe(200);
    const [path = ''] = json.results.files.book_cover;
    expect(path).toMatch(/^images\/book\/[0-9a-f-]{36}\/My_cover_x_____1_\.jpg$/);
    const read = await fetchFile(path);
    expect([read.statusCode, read.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await rows(bid)).toMatchObject([{ kind: 'cover', place: 1, width: 300, height: 400 }]);
    const folder = path.slice(0, path.lastIndexOf('/'));
    for (const [name, height] of Object.entries({ list: 80, strip: 320, detail: 400 })) {
      const thumb = await fetchFile(`${folder}/thumb/${name}.jpg`);
      expect(await sharp(thumb.rawPayload).metadata(), name).toMatchObject({ format: 'jpeg', height });
    }
    expect(await lastAct(bid)).toMatchObject({
      action: 'book.cover_changed',
      actor: 'ada',
      before: { cover: null },
      after: { cover: path },
    });
  });

  test('replaces the previous one', async () => {
    const bid = await newBook();
    const first = (await uploadCover(bid, { 'a.jpg': await jpeg(1) })).json.results.files.book_cover[0];
    const second = (await uploadCover(bid, { 'b.png': await png(2) })).json.results.files.book_cover[0];
    expect(await paths(bid)).toEqual([second]);
    expect(await lastAct(bid)).toMatchObject({ before: { cover: first }, after: { cover: second } });
  });

  test('keeps its orientation, and drops where it was taken', async () => {
    const bid = await newBook();
    const photo = await picture(3, { width: 200, height: 100 })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'a secret' }, IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    const [path] = (await uploadCover(bid, { 'photo.jpg': photo })).json.results.files.book_cover;
    const read = (await fetchFile(path)).rawPayload;
    expect(await sharp(read).metadata()).toMatchObject({ width: 100, height: 200 });
    expect((await sharp(read).metadata()).exif).toBeUndefined();
    expect(read.includes('a secret')).toBe(false);
  });

  test('of a book that does not exist is refused, and nothing is kept', async () => {
    const { status, json } = await uploadCover('nobody', { 'a.jpg': await jpeg() });
    expect([status, json.error.code]).toEqual([404, 'book.not_found']);
    expect(
      await office.db.selectFrom('book_image').select('folder').where('file_name', '=', 'a.jpg').execute(),
    ).toEqual([]);
  });

  test('is one image: a second one is refused by its field, and neither is kept', async () => {
    const bid = await newBook();
    const { status, json } = await uploadCover(bid, { 'first.jpg': await jpeg(), 'second.jpg': await jpeg(2) });
    expect([status, json.error.code, Object.keys(json.error.fields)]).toEqual([
      400,
      'invalid.file_unexpected',
      ['book_cover'],
    ]);
    expect(await rows(bid)).toEqual([]);
  });

  test('is on the book and on the list', async () => {
    const bid = await newBook();
    await uploadCover(bid, { 'a.jpg': await jpeg() });
    const [row] = await rows(bid);
    expect((await office.admin.get(`/book/${bid}/images`)).body).toShow(`/contents/${row?.folder}/thumb/detail.jpg`);
    expect((await office.admin.get(`/book?search_val=${bid}`)).body).toShow(`/contents/${row?.folder}/thumb/list.jpg`);
  });

  test('decides whether the book is listed as without a cover, however it was added or removed', async () => {
    const bid = await newBook();
    const isListed = async () => {
      const { body } = await office.admin.get(`/book?missing=cover&search_val=${bid}`);
      return body.includes(`/book/${bid}`);
    };
    expect(await isListed()).toBe(true);
    await uploadCover(bid, { 'a.jpg': await jpeg() });
    const [path] = (await uploadCover(bid, { 'b.jpg': await jpeg(2) })).json.results.files.book_cover;
    await uploadPreviews(bid, { '1.jpg': await jpeg(1) });
    expect(await isListed()).toBe(false);
    const file = { target_ctl: 'book', target_id: bid, file_type: 'book_cover', file_path: path };
    // By its address, too.
    const shown = { ...file, file_path: `/contents/${path}` };
    expect((await office.admin.delete('/api/v1/file', shown)).status).toBe(200);
    expect(await isListed()).toBe(true);
    await uploadCover(bid, { 'c.jpg': await jpeg(3) });
    await office.admin.post(`/book/delete/${bid}`);
    const gone = office.db.selectFrom('book_without_cover as w').leftJoin('book as b', 'b.bidx', 'w.bidx');
    expect(await gone.select('w.bidx').where('b.bidx', 'is', null).execute()).toEqual([]);
  });
});

describe('previews', () => {
  const three = async () => {
    const bid = await newBook();
    const { json } = await uploadPreviews(bid, {
      '1.jpg': await jpeg(1),
      '2.png': await png(2),
      '3.jpg': await jpeg(3),
    });
    return { bid, made: json.results.files.book_preview as string[] };
  };

  test('are added in the order they were sent, after existing ones', async () => {
    const { bid, made } = await three();
    const more = (await uploadPreviews(bid, { '4.jpg': await jpeg(4) })).json.results.files.book_preview;
    expect(await paths(bid)).toEqual([...made, ...more]);
    expect((await rows(bid)).map((row) => row.place)).toEqual([1, 2, 3, 4]);
    const { results } = (await office.admin.get(`/api/v1/book?bid=${bid}`)).json;
    expect(results).toMatchObject([{ cover_path: null, preview_path: [...made, ...more].join(';') }]);
    const byPosition = Object.fromEntries([...made, ...more].map((path, index) => [`prev_${index + 1}`, path]));
    expect(results).toMatchObject([byPosition]);
  });

  test('are all refused where one is', async () => {
    const bid = await newBook();
    const { status, json } = await uploadPreviews(bid, { '1.jpg': await jpeg(1), '2.jpg': 'no image' });
    expect([status, json.error.code, Object.keys(json.error.fields)]).toEqual([415, 'image.not_image', ['2.jpg']]);
    expect(await rows(bid)).toEqual([]);
  });

  test('are put in order by naming each exactly once', async () => {
    const { bid, made } = await three();
    const [a = '', b = '', c = ''] = made;
    const order = await office.admin.put('/api/v1/book/preview', { bid, prev_1: c, prev_2: a, prev_3: b });
    expect(order.json).toEqual({ results: { success: true, act_idx: expect.any(Number) } });
    expect(await paths(bid)).toEqual([c, a, b]);
    expect(await lastAct(bid)).toMatchObject({ before: { preview: made }, after: { preview: [c, a, b] } });
  });

  test('are put back in their order by an undo, unless previews were added or ordered since', async () => {
    const { bid, made } = await three();
    const [a = '', b = '', c = ''] = made;
    const order = async (previews: object) =>
      (await office.admin.put('/api/v1/book/preview', { bid, ...previews })).json.results.act_idx;
    expect((await office.admin.undo(await order({ prev_1: c, prev_2: a, prev_3: b }))).json.results).toMatchObject({
      back: 1,
    });
    expect(await paths(bid)).toEqual(made);
    const act = await order({ prev_1: b, prev_2: a, prev_3: c });
    await uploadPreviews(bid, { '4.jpg': await jpeg(4) });
    expect(await office.admin.undo(act)).toMatchObject({
      status: 409,
      json: { error: { code: 'undo.changed_since' } },
    });
  });

  test('an order that names too few, too many or one twice changes nothing', async () => {
    const { bid, made } = await three();
    const [a = '', b = '', c = ''] = made;
    for (const previews of [
      { prev_1: a, prev_2: b },
      { prev_1: a, prev_2: b, prev_3: b },
      { prev_1: a, prev_2: b, prev_3: c, prev_4: 'x' },
    ]) {
      const { status, json } = await office.admin.put('/api/v1/book/preview', { bid, ...previews });
      expect([status, json.error.code, json.error.details]).toEqual([409, 'book.previews_differ', { paths: made }]);
    }
    expect((await office.admin.put('/api/v1/book/preview', { bid, prev_2: a })).status).toBe(400);
    expect((await office.admin.put('/api/v1/book/preview', { bid, prev_1: a, other: b })).status).toBe(400);
    expect(await paths(bid)).toEqual(made);
  });
});

describe('a picture is deleted', () => {
  const remove = (over: object) =>
    office.admin.delete('/api/v1/file', { target_ctl: 'book', file_type: 'book_preview', ...over });

  test('with its file and its thumbnails, and later ones move up', async () => {
    const bid = await newBook();
    const made = (await uploadPreviews(bid, { '1.jpg': await jpeg(1), '2.jpg': await jpeg(2), '3.jpg': await jpeg(3) }))
      .json.results.files.book_preview;
    const done = await remove({ target_id: bid, file_path: made[1] });
    expect(done.json).toEqual({ results: { success: true, act_idx: expect.any(Number) } });
    expect((await rows(bid)).map((row) => [row.place, row.file_name])).toEqual([
      [1, '1.jpg'],
      [2, '3.jpg'],
    ]);
    expect((await fetchFile(made[1])).statusCode).toBe(404);
    expect((await fetchFile(made[1].replace('2.jpg', 'thumb/list.jpg'))).statusCode).toBe(404);
    expect(await lastAct(bid)).toMatchObject({
      action: 'book.image_deleted',
      before: { preview: made },
      after: { preview: [made[0], made[2]] },
    });
    expect((await remove({ target_id: bid, file_path: made[1] })).status).toBe(404);
    // The history names it by its file, not by where that is stored.
    const { body } = await office.admin.get(`/book/${bid}/history`);
    const shown = body.replaceAll(/<script[^>]*>.*?<\/script>/gs, '');
    expect(shown).toShow('2.jpg');
    expect(shown).not.toMatch(/images\/book\/[\da-f-]{36}/);
  });

  test('but not by a name that no kind of record or file has: the refusal names the field and what it accepts', async () => {
    const file = { target_id: 'x', file_path: 'x' };
    expect(await remove({ ...file, target_ctl: 'staff' })).toMatchObject({
      status: 400,
      json: {
        error: {
          fields: {
            target_ctl: expect.stringMatching(/^Must be one of: (?=.*book)(?=.*series_guide)(?=.*collection)/),
          },
        },
      },
    });
    expect(await remove({ ...file, file_type: 'audio' })).toMatchObject({
      status: 400,
      json: { error: { fields: { file_type: 'Must be one of: book_cover, book_preview' } } },
    });
  });

  test('but not by the path of another book or as another kind', async () => {
    const [bid, other] = [await newBook(), await newBook()];
    const [path] = (await uploadPreviews(bid, { '1.jpg': await jpeg(1) })).json.results.files.book_preview;
    expect((await remove({ target_id: other, file_path: path })).status).toBe(404);
    expect((await remove({ target_id: bid, file_path: path, file_type: 'book_cover' })).status).toBe(404);
    expect(await paths(bid)).toEqual([path]);
  });

  test('with its book', async () => {
    const bid = await newBook();
    const [path] = (await uploadCover(bid, { 'a.jpg': await jpeg() })).json.results.files.book_cover;
    expect((await office.admin.post(`/book/delete/${bid}`)).status).toBe(200);
    expect((await fetchFile(path)).statusCode).toBe(404);
  });
});
