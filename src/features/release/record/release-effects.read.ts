import { sql } from 'kysely';
import { type ComingBook, foreseeReadiness } from '#features/readiness/readiness.public.ts';
import { countDifferences, listIn } from '#features/word/word-rules.public.ts';
import type { ChangeFields } from '#kernel/changesets/kinds.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReleaseWords } from '../release.messages.ts';
import { isOpen, type Status } from '../release.rules.ts';
import { readReach } from './release-reach.read.ts';

/** What a release means for readers, in sentences, and what the books it publishes still lack then. */
export interface Effects {
  readers: string[];
  lacking: string[];
}

/** The effects of a release that is open; null for one that is over. */
export async function readEffects(ctx: Context, relIdx: number, status: Status): Promise<Effects | null> {
  if (!isOpen(status)) return null;
  const t = ctx.translate<ReleaseWords>();
  const { rows } = await sql<Turning>`
    with turning as (
      select b.bid, (c.fields -> 'published')::boolean as shown
      from release_change c join book b on b.bid = c.record_id
      where c.rel_idx = ${relIdx} and c.kind = 'book' and c.fields ? 'published'
        and (c.fields -> 'published')::boolean <> (b.published_at is not null)
    )
    select coalesce(array_agg(bid) filter (where shown), '{}') as shown,
      count(*) filter (where not shown)::integer as hidden,
      (select count(*)::integer from release_change c join collection o on o.cid = c.record_id
        where c.rel_idx = ${relIdx} and c.kind = 'collection' and c.fields ->> 'is_public' = 'O' and o.is_public = 'X') as public,
      (select count(*)::integer from release_change c join collection o on o.cid = c.record_id
        where c.rel_idx = ${relIdx} and c.kind = 'collection' and c.fields ->> 'is_public' = 'X' and o.is_public = 'O') as private,
      (select count(*)::integer from release_change c join collection o on o.cid = c.record_id
        where c.rel_idx = ${relIdx} and c.kind = 'collection' and c.fields -> 'prices' <> c.base -> 'prices'
          and coalesce(c.fields ->> 'is_public', o.is_public) = 'O') as priced
    from turning`.execute(ctx.db);
  const { shown = [], hidden = 0, public: appearing = 0, private: vanishing = 0, priced = 0 } = rows[0] ?? {};
  const reach = await readReach(ctx, relIdx);
  const words = await listWordChanges(ctx, relIdx);
  const readers = [
    ...(shown.length > 0 ? [t('release.effect_books_in', { count: shown.length, collections: reach.shown_in })] : []),
    ...(reach.joined > 0 ? [t('release.effect_joined', { count: reach.joined, collections: reach.joined_to })] : []),
    ...(appearing > 0 ? [t('release.effect_public', { count: appearing })] : []),
    ...(hidden > 0 ? [t('release.effect_gone', { count: hidden })] : []),
    ...(reach.left > 0 ? [t('release.effect_left', { count: reach.left, collections: reach.left_from })] : []),
    ...(vanishing > 0 ? [t('release.effect_private', { count: vanishing })] : []),
    ...(priced > 0 ? [t('release.effect_priced', { count: priced })] : []),
    ...describeWords(ctx, words),
  ];
  return {
    readers: readers.length > 0 ? readers : [t('release.effect_none')],
    lacking: shown.length > 0 ? await foreseeReadiness(ctx, await listComing(ctx, relIdx, shown)) : [],
  };
}

interface Turning {
  shown: string[];
  hidden: number;
  public: number;
  private: number;
  /** How many collections that readers see then get other prices. */
  priced: number;
}

interface WordChange {
  bid: string;
  title: string;
  base: ChangeFields;
  fields: ChangeFields;
  /** Whether readers see the book once the release is applied. */
  seen: boolean;
}

async function listWordChanges(ctx: Context, relIdx: number): Promise<WordChange[]> {
  const { rows } = await sql<WordChange>`
    select b.bid, b.title, c.base, c.fields, coalesce((
      select (o.fields -> 'published')::boolean from release_change o
      where o.rel_idx = c.rel_idx and o.kind = 'book' and o.record_id = c.record_id), b.published_at is not null) as seen
    from release_change c join book b on b.bid = c.record_id
    where c.rel_idx = ${relIdx} and c.kind = 'words' order by c.chg_idx`.execute(ctx.db);
  return rows;
}

/** How many words and sentences change for readers: in a book, or in several together. */
function describeWords(ctx: Context, changes: readonly WordChange[]): string[] {
  const counts = changes
    .filter(({ seen }) => seen)
    .map(({ title, base, fields }) => ({ title, ...countDifferences(listIn(base), listIn(fields)) }))
    .filter(({ words, sentences }) => words + sentences > 0);
  const [first] = counts;
  if (!first) return [];
  const sum = (of: 'words' | 'sentences') => counts.reduce((total, one) => total + one[of], 0);
  const t = ctx.translate<ReleaseWords>();
  const where = counts.length === 1 ? first.title : t('release.effect_books', { count: counts.length });
  return [t('release.effect_words', { words: sum('words'), sentences: sum('sentences'), where })];
}

/** The books that become visible, with what else the release changes in them. */
async function listComing(ctx: Context, relIdx: number, bids: readonly string[]): Promise<ComingBook[]> {
  const { rows } = await sql<ComingBook>`
    select record_id as bid, jsonb_object_agg(kind, fields) as changes from release_change
    where rel_idx = ${relIdx} and kind in ('book', 'images', 'files', 'words') and record_id = any(${bids}::text[])
    group by record_id`.execute(ctx.db);
  return rows;
}
