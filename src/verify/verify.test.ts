import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { type SpawnedOffice, spawnProgram } from '#test/spawned-office.ts';
import { Folders, type Installation, newInstallation, signedIn, sql, start } from '../backup/installation.fixture.ts';
import { verify } from './verify.ts';

const folders = new Folders();
let installation: Installation;
let office: SpawnedOffice;
beforeAll(async () => {
  installation = await newInstallation(await folders.add());
  office = await start(installation);
  const request = await signedIn(office);
  await request('POST', '/api/v1/sample');
});
afterAll(async () => {
  await office.stop();
  await installation.database.drop();
  await folders.remove();
});

/** What differs: the name of each check that found something, and the records it found. */
const differing = async (...names: string[]) =>
  (await verify(installation.config, { names })).flatMap(({ name, some }) => some.map(({ record }) => [name, record]));

/** Changes rows as nothing of the product does, behind the back of every trigger and constraint. */
const alter = (statement: string) =>
  sql(installation.database, `begin; set local session_replication_role = replica; ${statement}; commit`);

describe('The stored data of a running product', () => {
  test('is found to be consistent while staff work', async () => {
    const request = await signedIn(office);
    const over = new AbortController();
    const working = (async () => {
      for (let n = 0; !over.signal.aborted; n++) {
        const { results } = await (await request('POST', '/api/v1/category', { title: `Category ${n}` })).json();
        await request('PUT', `/api/v1/category/${results.cat_idx}`, { title: `Changed ${n}` });
      }
    })();
    expect(await differing()).toEqual([]);
    over.abort();
    await working;
  });
});

describe('A row that was altered by hand is found', () => {
  const one = (table: string, which: string) => `(select ctid from ${table} where ${which} order by 1 limit 1)`;

  const toggleLock = `
    update versioned set state = jsonb_set(state, '{lock}', to_jsonb(not (state ->> 'lock')::boolean))
    where entity = 'collection'`;

  test.each<[what: string, check: string, statement: string, back: string]>([
    [
      'a code that was cancelled',
      'code_day',
      `update code set is_canceled = 1700000000 where ctid = ${one('code', 'is_canceled = 0 and activated_date = 0 and cg_idx is not null')}`,
      'update code set is_canceled = 0 where is_canceled = 1700000000',
    ],
    [
      'an unused code that is gone, in the flows of its batch',
      'code_flow',
      'update code_flow set issued = issued - 1 where (cg_idx, day, slot) = (select cg_idx, day, slot from code_flow where issued > 1 order by 1, 2, 3 limit 1)',
      'update code_flow set issued = issued + 1 where (cg_idx, day, slot) = (select cg_idx, day, slot from code_flow where issued > 1 order by 1, 2, 3 limit 1)',
    ],
    [
      'the quantity of a batch',
      'code_batch',
      'update code_batch set count = count + 1',
      'update code_batch set count = count - 1',
    ],
    [
      'the size of a lot',
      'code_lot',
      'update code_lot set issued = issued + 1',
      'update code_lot set issued = issued - 1',
    ],
    [
      'a used code',
      'registration.code',
      'update registration set registered_at = registered_at + 1 where code is not null',
      'update registration set registered_at = registered_at - 1 where code is not null',
    ],
    [
      'the collection of a registration',
      'registration_day',
      'update registration_day set registrations = registrations + 1',
      'update registration_day set registrations = registrations - 1',
    ],
    [
      'the participants of an event',
      'event.participants',
      'update event set participants = participants + 1',
      'update event set participants = participants - 1',
    ],
    ['a reference', 'book__cat_idx_fkey', 'update book set cat_idx = -cat_idx', 'update book set cat_idx = -cat_idx'],
    [
      'what a book lacks',
      'book_readiness',
      "update book_readiness set missing = array_append(missing, 'x')",
      "update book_readiness set missing = array_remove(missing, 'x')",
    ],
    [
      'a book without a cover',
      'book_without_cover',
      'insert into book_without_cover select bidx from book where bidx not in (table book_without_cover)',
      "delete from book_without_cover where bidx in (select bidx from book_image where kind = 'cover')",
    ],
    ['the state of a version', 'versioned', toggleLock, toggleLock],
    [
      'the number of a version',
      'version',
      "update version set number = number + 1 where entity = 'collection'",
      "update version set number = number - 1 where entity = 'collection'",
    ],
    [
      'a line of the audit trail',
      'act_record.act_idx',
      'update audit set act_idx = -act_idx where act_idx in (select act_idx from act_record)',
      'update audit set act_idx = -act_idx where act_idx < 0',
    ],
    [
      'a number that will be given again',
      'sequences',
      "select setval('category_cat_idx_seq', 1)",
      "select setval('category_cat_idx_seq', (select max(cat_idx) from category))",
    ],
  ])('%s', async (_what, check, statement, back) => {
    await alter(statement);
    const found = await differing(check);
    await alter(back);
    expect(found[0]?.[0]).toBe(check);
    expect(await differing(check)).toEqual([]);
  });

  test('a rule of a column that was lifted for a while', async () => {
    const rule = 'code_batch__price_check';
    await alter(`alter table code_batch drop constraint ${rule}; update code_batch set price = -price;
      alter table code_batch add constraint ${rule} check (price >= 0) not valid`);
    const [found] = (await verify(installation.config, { names: ['code_batch.columns'] })).filter(
      ({ count }) => count > 0,
    );
    expect(found?.some[0]?.stored).toBe(rule);
    await alter('update code_batch set price = -price');
  });

  test('a figure that was altered is counted again when told to', async () => {
    await alter('update code_day set issued = issued + 1');
    const [counted] = await verify(installation.config, { names: ['code_day'], recount: true });
    expect(counted?.count).toBe(0);
  });
});

describe('Files are compared with the rows that name them', () => {
  const filesOf = async () => {
    const [row] = await sql(installation.database, 'select folder, file_name from book_image order by img_idx limit 1');
    return `${String(row?.['folder'])}/${String(row?.['file_name'])}`;
  };
  const put = async (key: string, content: string) => {
    const { storage } = await openStorage(installation.config);
    await storage.put(key, Readable.from([content]));
    return storage;
  };

  test('one that is missing and one that was cut off are found; one that is uploaded now is not', async () => {
    const key = await filesOf();
    const storage = await put(key, 'cut off');
    expect(await differing('book_image')).toEqual([['book_image.files', expect.stringContaining(key)]]);
    await storage.remove(key);
    expect(await differing('book_image')).toEqual([['book_image.files', expect.stringContaining(key)]]);
    await put(`${path.posix.dirname(key)}/uploading.jpg`, 'not named by a row yet');
    expect(await differing('book_image')).toHaveLength(1);
  });

  test('an old one that no row names is found, unless an undo may bring it back', async () => {
    const found = async () => (await differing('book_image')).filter(([, record]) => record?.includes('left-folder'));
    const key = 'images/book/left-folder/cover.jpg';
    await put(key, 'left');
    const daysAgo = new Date(Date.now() - 5 * 24 * 3_600_000);
    await utimes(path.join(installation.config.dataDir, 'files/objects', key), daysAgo, daysAgo);
    expect(await found()).toHaveLength(1);
    await sql(
      installation.database,
      "insert into left_image values ('images/book/left-folder', 'cover.jpg', 1, 1, 4, now())",
    );
    expect(await found()).toEqual([]);
  });
});

test('The command ends with code 1 and says what differs and how to mend it, to people and to programs', async () => {
  await alter('update event set participants = participants + 1');
  const run = async (...args: string[]) => {
    const child = spawnProgram(['dist/server/verify.js', 'event', ...args], installation.environment);
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { said, code };
  };
  const report = await run();
  expect(report).toEqual({
    code: 1,
    said: expect.stringMatching(/DIFFERS {2}event\.participants.*To mend: update event/s),
  });
  const { code, said } = await run('--json');
  expect([code, JSON.parse(said).differing]).toEqual([1, 1]);
  await alter('update event set participants = participants - 1');
  expect((await run()).code).toBe(0);
});
