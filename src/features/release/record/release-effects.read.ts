import { sql } from 'kysely';
import { foreseePublishing } from '#features/book/book.public.ts';
import type { References } from '#kernel/records/references.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReleaseWords } from '../release.messages.ts';
import { isOpen, type Status } from '../release.rules.ts';

/** What a release means for readers, in sentences, and what the books it publishes still lack. */
export interface Effects {
  readers: string[];
  lacking: string[];
}

/** The effects of a release that is open; null for one that is over. */
export async function readEffects(
  ctx: Context,
  { references }: { references: References },
  relIdx: number,
  status: Status,
): Promise<Effects | null> {
  if (!isOpen(status)) return null;
  const t = ctx.translate<ReleaseWords>();
  const { rows } = await sql<Turning>`
    with turning as (
      select b.bidx, b.bid, b.ser_idx, b.lev_idx, (c.fields -> 'published')::boolean as shown
      from release_change c join book b on b.bid = c.record_id
      where c.rel_idx = ${relIdx} and c.kind = 'book' and c.fields ? 'published'
        and (c.fields -> 'published')::boolean <> (b.published_at is not null)
    )
    select coalesce(array_agg(bid) filter (where shown), '{}') as shown,
      count(*) filter (where not shown)::integer as hidden,
      (select count(distinct i.cidx)::integer from turning t join collection_content i
        on i.bidx = t.bidx or i.ser_idx = t.ser_idx or i.lev_idx = t.lev_idx where t.shown) as collections,
      (select count(*)::integer from release_change c join collection o on o.cid = c.record_id
        where c.rel_idx = ${relIdx} and c.kind = 'collection' and c.fields ->> 'is_public' = 'O' and o.is_public = 'X') as public,
      (select count(*)::integer from release_change c join collection o on o.cid = c.record_id
        where c.rel_idx = ${relIdx} and c.kind = 'collection' and c.fields ->> 'is_public' = 'X' and o.is_public = 'O') as private
    from turning`.execute(ctx.db);
  const { shown = [], hidden = 0, collections = 0, public: appearing = 0, private: vanishing = 0 } = rows[0] ?? {};
  const readers = [
    ...(shown.length > 0 ? [t('release.effect_books_in', { count: shown.length, collections })] : []),
    ...(appearing > 0 ? [t('release.effect_public', { count: appearing })] : []),
    ...(hidden > 0 ? [t('release.effect_gone', { count: hidden })] : []),
    ...(vanishing > 0 ? [t('release.effect_private', { count: vanishing })] : []),
  ];
  const foreseen =
    shown.length > 0
      ? await foreseePublishing(ctx, references, { selection: { ids: shown }, published: true })
      : undefined;
  return {
    readers: readers.length > 0 ? readers : [t('release.effect_none')],
    lacking: foreseen?.question.figures ?? [],
  };
}

interface Turning {
  shown: string[];
  hidden: number;
  /** How many collections contain the books that become visible. */
  collections: number;
  public: number;
  private: number;
}
