import { bookRow } from '#features/book/book.factory.ts';
import type { Answer, Office } from '#test/app.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { silentMp3 } from './sentence.factory.ts';

/** A library of a few books, and helpers that add words and sentences through the product's own calls. */
export function wordDesk(of: () => Office) {
  const send = (url: string, fields: Record<string, string | number>, audio?: BlobPart, name = 'voice.mp3') => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
    if (audio !== undefined) form.append('audio', new File([audio], name, { type: 'audio/mpeg' }));
    return of().admin.upload(url, form);
  };
  const keysBelow = async (prefix: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of of().storage.list(prefix)) keys.push(key);
    return keys;
  };
  /** The keys of the existing audio files. */
  const files = () => keysBelow('audios/');
  return {
    send,
    files,
    /** Empties the library except for the books B1 to B3. */
    clear: async () => {
      await emptyTables(of().db, ['book', 'series', 'level', 'audit', 'change', 'act_record'], { restart: true });
      for (const key of [...(await files()), ...(await keysBelow('aside/'))]) await of().storage.remove(key);
      const books = [1, 2, 3].map((n) => bookRow(n));
      await of().admin.post('/api/v1/book', { books, create_missing: true });
      await emptyTables(of().db, ['audit', 'change']);
    },
    addWord: async (word: string, bid = 'B1'): Promise<number> =>
      (await of().admin.form(`/api/v1/book/${bid}/word`, { word })).json.results.word_idx,
    addSentence: async (word_idx: number, sentence: string, audio?: BlobPart): Promise<Answer['json']> =>
      (await send('/api/v1/sentence', { bid: 'B1', word_idx, sentence, mdr_targeted: 'Y' }, audio)).json.results,
    trail: () =>
      of()
        .db.selectFrom('audit')
        .select(['entity', 'entity_id', 'action', 'actor', 'before', 'after'])
        .orderBy('audit_idx')
        .execute(),
    changes: async () =>
      (await of().db.selectFrom('change').select(['kind', 'id']).orderBy('change_idx').execute()).map(
        ({ kind, id }) => `${kind} ${id}`,
      ),
    voice: silentMp3(40),
  };
}
