import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locales } from '#kernel/messages/locale.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

/** Every kind of record and what can be done to it, as audit rows and histories name it. */
const acts: Record<string, string> = {
  age_group: 'created updated deleted undone',
  api_key: 'created updated revoked',
  book:
    'created updated deleted restored imported published unpublished undone cover_changed previews_added ' +
    'previews_ordered image_deleted images_changed image_kept sentences_imported audio_changed uploaded content_removed content_stored ' +
    'epub_checked epub_check_requested',
  book_act: 'published unpublished imported updated deleted undone images_changed sentences_imported audio_changed',
  bulk_work: 'stopped',
  calendar_link: 'created revoked',
  category: 'created updated deleted undone',
  approval: 'planned changed edited approved overridden returned withdrawn',
  code: 'updated restored replaced undone',
  code_act: 'updated undone',
  code_leak: 'created undone',
  code_lot: 'updated undone',
  code_batch: 'created updated deleted issued failed stopped cancelled resumed raised lowered replaced undone',
  code_order: 'sold drawn returned taken_back undone',
  collection:
    'created updated deleted locked unlocked contents_added contents_removed undone restored image_changed ' +
    'image_kept ads_on ads_off ads_reordered texts_reviewed',
  customer: 'created updated deleted undone',
  event: 'created updated deleted paused resumed undone',
  fault_act: 'updated replaced sorted dismissed reopened undone',
  guide: 'reordered restored cover_stored',
  guide_item: 'created updated deleted undone restored',
  import:
    'staged updated columns_chosen titles_merged row_corrected rows_dropped rows_restored discarded books_chosen ' +
    'step_changed files_chosen files_forgotten sentences_staged sentence_corrected sentences_dropped ' +
    'sentences_restored sentences_applied sentences_discarded rows_filled rows_unaltered sentences_filled ' +
    'applied undone',
  handover: 'made undone',
  learner: 'moved merged extended canceled restored given erased undone',
  level: 'created updated deleted undone',
  preview: 'shared revoked',
  registration: 'redeemed deleted undone',
  release: 'created updated applied failed cancelled undone change_put change_removed change_decided',
  reservation: 'created updated applied failed cancelled undone restored',
  reservation_act: 'cancelled undone',
  roadmap: 'moved arranged',
  saved_view: 'saved deleted undone pinned unpinned shared unshared',
  sentence: 'created updated deleted sentences_imported audio_changed restored',
  series: 'created updated deleted undone reordered levels_reordered',
  session: 'opened closed ended',
  setting: 'updated',
  spreadsheet_account: 'connected disconnected ended',
  staff:
    'created updated password_reset password_changed connected disconnected by_group reset_at_start two_factor_on ' +
    'two_factor_off recovery_code_used recovery_codes_renewed passkey_added passkey_renamed passkey_removed ' +
    'passkeys_removed passkey_copied mail_changed password_by_link address_requested ' +
    'address_confirmed address_dropped',
  draft: 'requested made dropped tried key_set',
  mail: 'sent_again',
  mailing: 'created updated deleted undone sent',
  task: 'snoozed woken taken released',
  term: 'created updated deleted undone',
  text_import: 'staged applied undone',
  thread: 'created replied edited message_deleted resolved reopened handed',
  unit_info: 'saved removed',
  webhook: 'created updated deleted secret_made tested replayed restarted stopped',
  word: 'created updated deleted',
};

/** The rows of acts on all records of a kind together. */
const wholes: Record<string, string> = { 'series.reordered': 'order', 'collection.ads_reordered': 'advertisement' };

const rows = Object.entries(acts).flatMap(([entity, verbs]) =>
  verbs.split(' ').map((verb) => ({ entity, action: `${entity}.${verb}` })),
);

interface Entry {
  kind: string;
  title: string | null;
  action: string;
  changes: { field: string; after: unknown }[];
}

/** The entries of the trail in a language, in the order in which their rows were written. */
async function entriesIn(language: string, query: string): Promise<Entry[]> {
  const { body } = await office.admin.get(`/audit?lang=${language}&sort=at&${query}`);
  const json = /<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}';
  return JSON.parse(json).found.rows;
}

async function write(entity: string, action: string, after: object | null = null): Promise<void> {
  const at = new Date(Date.UTC(2026, 0, 1) + sequence++ * 1000).toISOString();
  const row = { entity, entity_id: wholes[action] ?? 'X1', action, actor: 'ada', at, after: JSON.stringify(after) };
  await office.db.insertInto('audit').values(row).execute();
}
let sequence = 0;

const emptyTrail = () => office.db.deleteFrom('audit').execute();

/** The noun of a kind: the last word in English and Turkish, the first in Spanish, and all of it in the others. */
const nouns: Record<string, (kind: string) => string> = {
  en: (kind) => kind.split(' ').at(-1) ?? '',
  tr: (kind) => kind.split(' ').at(-1) ?? '',
  es: (kind) => kind.split(' ')[0] ?? '',
};

const stem = (noun: string) => noun.toLowerCase().slice(0, 5);

describe('a line of the trail is a sentence in', () => {
  test.each(locales)('%s, for every kind of record and every act', async (language) => {
    await emptyTrail();
    for (const { entity, action } of rows) await write(entity, action);
    const faults: string[] = [];
    for (const entity of Object.keys(acts)) {
      const entries = await entriesIn(language, `entity=${entity}`);
      for (const [nth, { kind, title, action }] of entries.entries()) {
        const sentence = `${entity}.${(acts[entity] ?? '').split(' ')[nth]}: ${[kind, title, action].join(' ')}`;
        // Nothing of how it is stored: 'audit.verb.x', 'book_act', 'Content removed' in Korean.
        const own = (text: string) => text.replace(/webhook|EPUB/gi, '');
        if (/[._/]/.test(kind + action) || /^\p{Lu}/u.test(own(action))) faults.push(`raw: ${sentence}`);
        if (['jp', 'ko'].includes(language) && /[a-z]{4}/i.test(own(kind + action)))
          faults.push(`English: ${sentence}`);
        const noun = stem(nouns[language]?.(kind) ?? kind);
        if (noun.length > 1 && action.toLowerCase().includes(noun)) faults.push(`said twice: ${sentence}`);
        if (title !== null && title !== 'X1') faults.push(`title: ${sentence}`);
      }
      expect(entries).toHaveLength((acts[entity] ?? '').split(' ').length);
    }
    expect(faults).toEqual([]);
  });

  test.each([
    ['en', ['Order', 'Series, Book', 'Items, Title, Removed', 'Memo']],
    ['ko', ['순서', '시리즈, 책', '아이템, 제목, 삭제', '메모']],
  ])('%s that names what was put into a release, the memo of a version, and languages', async (language, expected) => {
    await emptyTrail();
    const put = (kind: string, record: string, names: string) =>
      write('release', 'release.change_put', { kind, record, names });
    await put('series', 'order', 'sequence');
    await put('contents', 'c', 'series:6, book:3, book:4');
    await put('guide', 'g', 'items, 12.title, 13.gone');
    await write('collection', 'collection.updated', { version: { memo: 'x' } });
    await write('calendar_link', 'calendar_link.created', { lang: 'ko' });
    const entries = await entriesIn(language, '');
    const valueOf = (nth: number, at: number) => entries[nth]?.changes[at]?.after;
    const [order, contents, items, memo] = expected;
    expect([0, 1, 2].map((nth) => valueOf(nth, 2))).toEqual([order, contents, items]);
    expect(valueOf(0, 1)).toBe(order);
    expect(entries[3]?.changes[0]?.field).toContain(memo);
    expect(valueOf(4, 0)).toBe('한국어');
  });

  test.each([
    [
      'en',
      ['All series reordered', 'Advertised collections reordered', 'Books published', 'Scheduled changes cancelled'],
    ],
    [
      'es',
      [
        'Todas las series se reordenaron',
        'Colecciones anunciadas se reordenaron',
        'Varios libros se publicaron',
        'Varios cambios programados se cancelaron',
      ],
    ],
    [
      'jp',
      ['すべてのシリーズ 並べ替え', '広告のコレクション 並べ替え', '複数の本 公開', '複数の予約した変更 取り消し'],
    ],
    ['ko', ['모든 시리즈 순서 변경', '광고 컬렉션 순서 변경', '여러 책 공개', '여러 예약된 변경 취소']],
    [
      'tr',
      [
        'Tüm seriler yeniden sıralandı',
        'Reklamdaki koleksiyonlar yeniden sıralandı',
        'Kitaplar yayımlandı',
        'Zamanlanmış değişiklikler iptal edildi',
      ],
    ],
  ])('%s, for acts on many records at once', async (language, sentences) => {
    await emptyTrail();
    for (const action of [
      'series.reordered',
      'collection.ads_reordered',
      'book_act.published',
      'reservation_act.cancelled',
    ])
      await write(action.split('.')[0] ?? '', action);
    const entries = await entriesIn(language, '');
    expect(entries.map(({ kind, title, action }) => `${kind}${title ?? ''} ${action}`)).toEqual(sentences);
  });
});

test('fields and values are named in the language of the reader, not as they are stored', async () => {
  await emptyTrail();
  await write('collection', 'collection.updated', {
    multi_lang_data: { ko: { title: 'a', summary: 'b', notice: 'c', description: 'd' } },
  });
  await write('book', 'book.uploaded', {
    epub_path: 'contents/440d9856.epub',
    content_zip_url: 'https://a.test/b.zip',
  });
  await write('reservation', 'reservation.created', { locale: 'jp' });
  const [texts, file, language] = await entriesIn('ko', '');
  expect(texts?.changes.map(({ field }) => field).toSorted()).toEqual([
    '설명 (한국어)',
    '안내 (한국어)',
    '요약 (한국어)',
    '제목 (한국어)',
  ]);
  expect(file?.changes.map(({ after }) => after).toSorted()).toEqual(['https://a.test/b.zip', '파일']);
  expect(language?.changes.map(({ after }) => after)).toEqual(['日本語']);
});

test('no act is written to the trail that the table above does not name', async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const files = (await readdir(root, { recursive: true })).filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file));
  const written = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(root, file), 'utf8');
      return [...text.matchAll(/action: '([a-z_]+\.[a-z_]+)'/g)].map(([, action]) => action ?? '');
    }),
  );
  const known = new Set(rows.map(({ action }) => action));
  expect([...new Set(written.flat())].filter((action) => !known.has(action))).toEqual([]);
});
