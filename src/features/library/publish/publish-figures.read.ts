import { sql } from 'kysely';
import type { BookWords } from '#features/book/book-words.public.ts';
import { gapsOf, gapsOfMany } from '#features/readiness/readiness.public.ts';
import { noneMissing } from '#features/readiness/readiness-rules.public.ts';
import { inLanguage, type References, type Referring, together } from '#kernel/records/references.ts';
import { isSelected, type Selection } from '#kernel/records/selection.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BookFilter } from '../find/book-filter.contract.ts';
import { selectableBooks } from '../find/book-selection.store.ts';
import type { PublishFigures } from './publish.contract.ts';

// A sample this large shows what is missing, and takes at most a second to count.
const figureLimit = 20_000;

/** The result of a dry run. */
export interface PublishForeseen {
  /** The number of selected books, and how many of them would change. */
  count: number;
  changed: number;
  figures: PublishFigures;
  question: { title: string; body: string; figures: string[]; lost_in?: Referring };
}

/** How many books are selected and would change, and the effect on readers; bounded, however many there are. */
export async function foreseePublishing(
  ctx: Context,
  references: References,
  { selection, published }: { selection: Selection<BookFilter>; published: boolean },
): Promise<PublishForeseen> {
  const { rows } = await sql<
    Pick<PublishForeseen, 'count' | 'changed'> &
      Pick<PublishFigures, 'sentences' | 'silent'> & {
        bids: string[];
        first: number | null;
        missing: Partial<PublishFigures>;
      }
  >`
    with selected as materialized (
      select b.bidx, b.bid, b.published_at is not null as live from book b where ${isSelected(selectableBooks(ctx), selection)}
    ),
    turning as materialized (select bidx, bid from selected where live <> ${published} limit ${sql.lit(figureLimit)}),
    lacking as (select unnest(missing) as what, count(*) as books from turning join book_readiness using (bidx) group by 1),
    said as (
      select count(*) as sentences, count(*) filter (where s.mdr_targeted = 'Y' and s.audio_key is null) as silent
      from turning join word w using (bidx) join sentence s using (word_idx)
    )
    select (select count(*) from selected) as count,
      (select count(*) from selected where live <> ${published}) as changed,
      (select coalesce(array_agg(bid), '{}') from turning) as bids,
      (select min(bidx) from turning) as first,
      (select coalesce(jsonb_object_agg('no_' || what, books), '{}') from lacking) as missing,
      said.sentences, said.silent
    from said`.execute(ctx.db);
  const { count = 0, changed = 0, bids = [], first = null, missing, ...said } = rows[0] ?? {};
  const used = (await references.used(ctx, 'book', bids)).size;
  const figures = { ...none, ...missing, ...said, used, more: changed > bids.length };
  const counted = { count, changed, figures };
  if (published) {
    // Of one book, the same list as on its page.
    const gaps = count === 1 && first !== null ? await gapsOf(ctx, first) : gapsOfMany(ctx, figures);
    return { ...counted, question: askToPublish(ctx, counted, gaps) };
  }
  const lost = together([await references.find(ctx, 'book', bids), await references.reaching(ctx, 'book', bids)]);
  return { ...counted, question: { ...askToUnpublish(ctx, counted), lost_in: inLanguage(ctx, lost) } };
}

const none = { ...noneMissing, sentences: 0, silent: 0 };

type Counted = Omit<PublishForeseen, 'question'>;

function askToPublish(
  ctx: Context,
  { count, changed, figures }: Counted,
  gaps: readonly string[],
): PublishForeseen['question'] {
  const t = ctx.translate<BookWords>();
  return {
    title: changed === 0 ? t('book.publish_nothing') : t('book.publish_title', { count: changed }),
    body: t('book.publish_body'),
    figures: [
      ...(gaps.length > 0 ? gaps : [t('book.publish_complete')]),
      ...(figures.more ? [t('book.publish_more', { count: figureLimit })] : []),
      ...some(count - changed, (n) => t('book.publish_same', { count: n })),
    ],
  };
}

function askToUnpublish(ctx: Context, { count, changed, figures }: Counted): PublishForeseen['question'] {
  const t = ctx.translate<BookWords>();
  return {
    title: changed === 0 ? t('book.unpublish_nothing') : t('book.unpublish_title', { count: changed }),
    body: t('book.unpublish_body'),
    figures: [
      ...some(figures.sentences, (n) => t('book.unpublish_sentences', { count: n })),
      ...some(figures.used, (n) => t('book.unpublish_used', { count: n })),
      ...(figures.more ? [t('book.publish_more', { count: figureLimit })] : []),
      ...some(count - changed, (n) => t('book.unpublish_same', { count: n })),
    ],
  };
}

const some = (count: number, describe: (count: number) => string) => (count > 0 ? [describe(count)] : []);
