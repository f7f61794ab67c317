import { type RawBuilder, sql } from 'kysely';
import { getSetting } from '#kernel/desk/settings.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Rows } from '../roadmap.rules.ts';
import type { NewWords } from './new-words.contract.ts';
import { mostNewWords } from './new-words.settings.ts';

/*
 * A book's words are the entries of its word list. Case makes no difference, so that "Lantern" at the beginning of a
 * sentence is not another word.
 */
const sameWord = sql`lower(w.word)`;

/** How many words readers have not met at each book of a path that is read row by row. */
export async function countNewWords(ctx: Context, rows: Rows): Promise<NewWords> {
  const { rows: counted } = await sql<{ step: number; words: number }>`
    with met as materialized (
      select path.step, ${sameWord} as word
      from (
        -- A book counts where it first stands, so that naming it often costs nothing.
        select bid, min(step) as step from unnest(${rows.flat()}::text[]) with ordinality given (bid, step) group by bid
      ) path join book b using (bid) join word w using (bidx)
    ),
    first as (select step, count(*) as words from (select min(step) as step from met group by word) once group by step)
    select step, coalesce(first.words, 0) as words
    from (select distinct step from met) told left join first using (step)`.execute(ctx.db);
  const found = new Map(counted.map(({ step, words }) => [step, words]));
  let step = 0;
  return {
    rows: rows.map((bids) => bids.map(() => found.get(++step) ?? null)),
    most: await getSetting(ctx, mostNewWords),
  };
}

/**
 * SQL that joins `n.words` to books `b`: how many of their words no book of the roadmap has; null if they have none.
 * `books` selects the keys of the books that matter.
 */
export const joinNewWords = (grpIdx: number, books: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join (
    select own.bidx, count(*) filter (where known.word is null) as words
    from (select distinct w.bidx, ${sameWord} as word from word w where w.bidx in (${books})) own
    left join (
      select distinct ${sameWord} as word from roadmap_book r join word w using (bidx) where r.grp_idx = ${grpIdx}
    ) known using (word)
    group by own.bidx
  ) n on n.bidx = b.bidx`;
