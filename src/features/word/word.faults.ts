import { sql } from 'kysely';
import type { FaultKind } from '#kernel/desk/faults.ts';

const ofWords = { group: 'words', follows: ['book', 'word', 'sentence'] } as const;

/** A sentence that does not contain its word, in any spelling that a search would find. */
export const wordMissing: FaultKind = {
  ...ofWords,
  fault: 'word_missing',
  name: 'fault.word_missing',
  says: 'fault.word_missing_says',
  entity: 'sentence',
  find: sql`
    select s.sent_idx as place, s.sent_idx::text as id, s.sentence as title,
      jsonb_build_object('word', w.word, 'sentence', s.sentence) as about, b.bid || ' · ' || w.word as line
    from sentence s join word w using (word_idx) join book b using (bidx)
    where position(strip(w.word) in strip(s.sentence)) = 0`,
};

/** A word that its book has in another spelling too. */
export const wordTwice: FaultKind = {
  ...ofWords,
  fault: 'word_twice',
  name: 'fault.word_twice',
  says: 'fault.word_twice_says',
  entity: 'word',
  find: sql`
    select w.word_idx as place, b.bid || '/' || w.word_idx as id, w.word as title, jsonb_build_object('words', w.spellings) as about,
      b.bid || ' · ' || w.spellings as line
    from (
      select *, count(*) over alike as count, string_agg(word, ', ') over alike as spellings
      from word window alike as (partition by bidx, strip(word))
    ) w join book b using (bidx)
    where w.count > 1`,
};

/** A recording of less than 0.4 seconds, or far longer than anybody needs for its sentence. */
export const audioSilent: FaultKind = {
  ...ofWords,
  fault: 'audio_silent',
  name: 'fault.audio_silent',
  says: 'fault.audio_silent_says',
  entity: 'sentence',
  find: sql`
    select s.sent_idx as place, s.sent_idx::text as id, s.sentence as title, jsonb_build_object('audio', s.audio_key) as about,
      b.bid || ' · ' || w.word || ' · ' || round(s.audio_ms / 1000.0, 1) || ' s' as line
    from sentence s join word w using (word_idx) join book b using (bidx)
    where s.audio_ms < 400 or s.audio_ms > 5000 + 300 * length(s.sentence)`,
};
