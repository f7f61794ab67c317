import { setTimeout as sleep } from 'node:timers/promises';
import { bookRow } from '#features/book/book.factory.ts';
import type { Answer, Office } from '#test/app.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { importCsv } from './import.factory.ts';

/** A file on a user's disk. */
export interface ChosenFile {
  name: string;
  bytes: Uint8Array;
  /** Milliseconds. */
  modified?: number;
}

const library = ['book', 'series', 'level', 'category', 'age_group', 'act_record', 'audit', 'change'];
const imports = ['import', 'import_row', 'import_plan', 'import_book', 'import_file'];
const sentences = ['import_sentence_sheet', 'import_sentence'];

type Step = 'images' | 'audio';
type Cells = readonly [bid: string, word: string, sentence: string, targeted: string];

export const given = ({ name, bytes, modified = 1000 }: ChosenFile) => ({ name, size: bytes.length, modified });

/** A sheet in the layout of 'Words and Sentences'. */
export const sentenceCsv = (
  rows: readonly (readonly string[])[],
  heading = ['bid', 'word', 'sentence', 'mdr_targeted'],
): string => [heading, ...rows].map((row) => row.join(',')).join('\n');

/** Uses a grant as a browser does: the fields first, then the file. */
export function grantForm(fields: Record<string, string>, bytes: Uint8Array): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file');
  return form;
}

/** A library of three books, and helpers that take an import through its steps with the product's own calls. */
export function importDesk(of: () => Office) {
  const send = (id: number, step: Step, files: readonly ChosenFile[]) =>
    of().admin.post(`/api/v1/import/${id}/upload`, { step, files: files.map(given) });
  /** Uploads these files to the keys in a response; files without a key are skipped. */
  const upload = async (answer: Answer, files: readonly ChosenFile[]) => {
    const declared: { name: string; key: string | null }[] = answer.json.results.files;
    const keys = new Map(declared.map(({ name, key }) => [name, key]));
    for (const file of files) {
      const key = keys.get(file.name);
      if (!key) continue;
      const granted = await of().admin.post('/api/v1/upload/grant', { files: [{ key, size: file.bytes.length }] });
      const [grant] = granted.json.results.grants;
      await of().stranger.upload(grant.url, grantForm(grant.fields, file.bytes));
    }
  };
  const take = async (id: number, step: Step, bids: readonly string[] = ['B1', 'B2', 'B3']) =>
    (await of().admin.put(`/api/v1/import/${id}/upload`, { step, bids })).json.results;
  const keys = async (prefix: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key } of of().storage.list(prefix)) found.push(key);
    return found;
  };
  /** The name of each image, and its folder. */
  const images = async (): Promise<{ name: string; folder: string }[]> => {
    const rows = await of()
      .db.selectFrom('book_image as i')
      .innerJoin('book as b', 'b.bidx', 'i.bidx')
      .select(['b.bid', 'i.kind', 'i.place', 'i.folder'])
      .orderBy('b.bid')
      .orderBy('i.kind')
      .orderBy('i.place')
      .execute();
    return rows.map(({ bid, kind, place, folder }) => ({ name: `${bid} ${kind} ${place}`, folder }));
  };
  const sheet = (id: number, content: string | Uint8Array<ArrayBuffer>, name = 'words.csv') => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    return of().admin.upload(`/api/v1/import/${id}/sentence`, form);
  };
  const empty = () => emptyTables(of().db, [...library, ...imports, ...sentences], { restart: true });
  const state = async (id: number) => (await of().admin.get(`/api/v1/import/${id}`)).json.results;
  const untilEnded = async (id: number) => {
    let found = await state(id);
    for (; found.status === 'applying'; found = await state(id)) await sleep(50);
    return found;
  };
  const uploadSheet = (content: string | Uint8Array<ArrayBuffer>, name = 'books.csv'): Promise<Answer> => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    return of().admin.upload('/api/v1/import', form);
  };
  return {
    /** Uploads a sheet or a message as the first step. */
    uploadSheet,
    /** Stages rows, or a sheet that is accepted; resolves to the import. */
    stage: async (
      sheetOrRows: Record<string, string>[] | Parameters<typeof uploadSheet>[0],
      name?: string,
    ): Promise<number> => {
      const answer = await uploadSheet(Array.isArray(sheetOrRows) ? importCsv(sheetOrRows) : sheetOrRows, name);
      if (answer.status !== 200) throw new Error(answer.body);
      return answer.json.results.import_idx;
    },
    rows: async (id: number, filter = 'all') =>
      (await of().admin.get(`/api/v1/import/${id}/row?filter=${filter}`)).json.results,
    /** The import once no job applies it. */
    untilEnded,
    /** Starts the apply and waits until its job has ended. */
    apply: async (id: number) => {
      const started = await of().admin.post(`/api/v1/import/${id}/apply`);
      if (started.status !== 200) throw new Error(started.body);
      return untilEnded(id);
    },
    send,
    upload,
    take,
    keys,
    sheet,
    empty,
    count: async (table: 'book' | 'series' | 'level' | 'audit' | 'import'): Promise<number> => {
      const counted = await of()
        .db.selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
      return Number(counted.n);
    },
    /** Empties the library, except for the books B1 to B3 and those with these bids. */
    clear: async (...more: string[]) => {
      await empty();
      for (const key of await keys('')) await of().storage.remove(key);
      const books = [1, 2, 3].map((n) => bookRow(n)).concat(more.map((bid, n) => bookRow(100 + n, { bid })));
      await of().admin.post('/api/v1/book', { books, create_missing: true });
      await emptyTables(of().db, ['audit', 'change']);
    },
    /** Starts an import of files for these books. */
    choose: async (...bids: string[]): Promise<number> =>
      (await of().admin.post('/api/v1/import/book', { bids })).json.results.import_idx,
    state,
    /** The books as shown in the wizard. */
    books: async (id: number, filter = 'all') =>
      (await of().admin.get(`/api/v1/import/${id}/book?filter=${filter}`)).json.results.books,
    files: async (id: number, step: Step) =>
      (await of().admin.get(`/api/v1/import/${id}/upload?step=${step}`)).json.results,
    /** Chooses files, uploads the required ones, and takes them; returns the last result. */
    give: async (id: number, step: Step, files: readonly ChosenFile[]) => {
      await upload(await send(id, step, files), files);
      return take(id, step);
    },
    /** Writes words and sentences with the third step. */
    write: async (id: number, ...rows: Cells[]): Promise<Answer> => {
      await sheet(id, sentenceCsv(rows));
      return of().admin.post(`/api/v1/import/${id}/sentence/apply`);
    },
    images,
    /** The images that books have. */
    pictures: async () => (await images()).map(({ name }) => name),
    acts: async (): Promise<string[]> =>
      (await of().db.selectFrom('audit').select('action').orderBy('audit_idx').execute()).map((row) => row.action),
  };
}
