import { sql } from 'kysely';
import { type Losses, lossesIn } from '#kernel/records/losses.ts';

/** The sentences of a word are deleted with it. */
export const wordLosses: Losses = {
  find: async (ctx, id) => {
    const { rows } = await sql<{ sentences: number; audio: number }>`
      select count(*) as sentences, count(audio_key) as audio from sentence where word_idx = ${id}::integer`.execute(
      ctx.db,
    );
    return lossesIn({ sentences: 'book.lost_sentences', audio: 'book.lost_audio' }, rows[0]);
  },
};

/** The audio of a sentence is deleted with it. */
export const sentenceLosses: Losses = {
  find: async (ctx, id) => {
    const { rows } = await sql<{ audio: number }>`
      select count(audio_key) as audio from sentence where sent_idx = ${id}::integer`.execute(ctx.db);
    return lossesIn({ audio: 'book.lost_audio' }, rows[0]);
  },
};
