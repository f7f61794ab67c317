import { sql } from 'kysely';
import { type Losses, lossesIn } from '#kernel/records/losses.ts';

const texts = {
  words: 'book.lost_words',
  sentences: 'book.lost_sentences',
  audio: 'book.lost_audio',
  images: 'book.lost_images',
  files: 'book.lost_files',
  units: 'book.lost_units',
};

/** What belongs to a book is deleted with it. */
export const bookLosses: Losses = {
  hasTextIds: true,
  undo: 'book.lost_undo',
  find: async (ctx, bid) => {
    const { rows } = await sql<Record<keyof typeof texts, number>>`
      select count(distinct w.word_idx) as words, count(s.sent_idx) as sentences, count(s.audio_key) as audio,
        (select count(*) from book_image i where i.bidx = b.bidx) as images,
        (select count(*) from book_content c where c.bidx = b.bidx) as files,
        (select count(*) from unit_info_row u where u.bidx = b.bidx) as units
      from book b left join word w on w.bidx = b.bidx left join sentence s on s.word_idx = w.word_idx
      where b.bid = ${bid} group by b.bidx`.execute(ctx.db);
    return lossesIn(texts, rows[0]);
  },
};
