import { type RawBuilder, sql } from 'kysely';
import { type BookChoice, listChoices } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Requirement, requirementKeys, type RequirementRule, requirements } from './readiness.rules.ts';

/** A value that the neighbours of a book suggest, and the field that it fills. */
interface Suggestion {
  reason: string;
  label: string;
  body: { grp_idx: number };
}

// The newest books of a level speak for it, however many it has.
const neighbours = 100;

/** The age group of most other books of a book's level. */
async function suggestAgeGroup(ctx: Context, bidx: number): Promise<Suggestion | null> {
  const t = ctx.translate<BookWords>();
  const { rows } = await sql<{ grp_idx: number; title: string; level: string; count: number; all: number }>`
    with near as materialized (
      select other.grp_idx from book b join book other on other.lev_idx = b.lev_idx and other.bidx <> b.bidx
      where b.bidx = ${bidx} order by other.bidx desc limit ${sql.lit(neighbours)}
    )
    select g.grp_idx, g.title, count(*), (select count(*) from near) as all,
      (select l.title from level l join book b using (lev_idx) where b.bidx = ${bidx}) as level
    from near join age_group g using (grp_idx) group by g.grp_idx order by count(*) desc, g.grp_idx limit 1`.execute(
    ctx.db,
  );
  const [most] = rows;
  if (!most || most.count * 2 <= most.all) return null;
  const { grp_idx, title } = most;
  return { reason: t('book.suggest_age_group', most), label: t('book.suggest_set', { title }), body: { grp_idx } };
}

/** One requirement of a book, in the reader's language. */
export interface BookRequirement {
  key: Requirement;
  label: string;
  isMissing: boolean;
  /** Neither missing nor there: no EPUB to check, or one that is still being checked. */
  isOpen: boolean;
  /** What is missing, or what there is. */
  text: string;
  /** Of a gap: what it means for readers, or how to fill it. */
  hint: string;
  /** The screen where it is met. */
  link: { href: string; label: string } | null;
  suggestion: Suggestion | null;
  /** What can be chosen to fill it. */
  choices: BookChoice[];
}

const targeted = sql`word w join sentence s using (word_idx) where w.bidx = b.bidx and s.mdr_targeted = 'Y'`;

/** The values in the messages about each requirement of a book `b`. */
const values: Record<Requirement, RawBuilder<unknown>> = {
  cover: sql`select width, height from book_image i where i.bidx = b.bidx and i.kind = 'cover'`,
  previews: sql`select count(*) from book_image i where i.bidx = b.bidx and i.kind = 'preview'`,
  content: sql`select string_agg(upper(kind), ', ' order by kind) as kinds from book_content c where c.bidx = b.bidx`,
  epub: sql`
    select coalesce(max(status), 'none') as status, coalesce(sum(
      (select count(*) from jsonb_array_elements(messages) m where m ->> 'severity' in ('fatal', 'error'))), 0) as errors
    from epub_check e where e.bidx = b.bidx`,
  words: sql`
    select count(distinct w.word_idx) as count, count(s.word_idx) as sentences
    from word w left join sentence s using (word_idx) where w.bidx = b.bidx`,
  audio: sql`
    select count(*) as all, count(s.audio_key) as count, count(*) - count(s.audio_key) as silent from ${targeted}`,
  level: sql`select concat_ws(', ', l.title, b.lexile, b.cefr_level) as level from level l where l.lev_idx = b.lev_idx`,
  age_group: sql`select g.title from age_group g where g.grp_idx = b.grp_idx`,
};

type Values = Partial<Record<Requirement, Record<string, string | number> | null>>;

/** What a book lacks and has, counted as it is read; with `offersAges`, also its age groups to choose from. */
export async function readReadiness(
  ctx: Context,
  bidx: number,
  { offersAges = false } = {},
): Promise<BookRequirement[]> {
  const valuesOf = (key: Requirement) => sql`${sql.lit(key)}, (select to_jsonb(v) from (${values[key]}) v)`;
  const [{ rows }, suggested, ages] = await Promise.all([
    sql<{ bid: string; missing: Requirement[]; values: Values }>`
      select b.bid, (select missing from missing_in(array[b.bidx])), jsonb_build_object(${sql.join(requirementKeys.map(valuesOf))}) as values
      from book b where b.bidx = ${bidx}`.execute(ctx.db),
    offersAges ? suggestAgeGroup(ctx, bidx) : null,
    offersAges ? listChoices(ctx, 'age_group') : [],
  ]);
  const { bid = '', missing = [], values: found = {} } = rows[0] ?? {};
  return requirementKeys.map((key): BookRequirement => {
    const { label, link }: RequirementRule = requirements[key];
    const isMissing = missing.includes(key);
    const suggestion = key === 'age_group' ? suggested : null;
    const text = (name: string) => ctx.text(`book.${name}_${key}`, found[key] ?? {});
    return {
      key,
      label: ctx.text(label),
      isMissing,
      isOpen: key === 'epub' && !isMissing && ['none', 'waiting'].includes(String(found.epub?.['status'])),
      text: text(isMissing ? 'lacks' : 'has'),
      hint: isMissing ? (suggestion?.reason ?? text('lacking')) : '',
      link: link ? { href: link.href(bid), label: ctx.text(link.label) } : null,
      suggestion,
      choices: key === 'age_group' ? ages : [],
    };
  });
}
