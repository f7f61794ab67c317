import { sql } from 'kysely';
import { inLanguage, type References, type Referring, together } from '#kernel/records/references.ts';
import { isSelected, type Selection } from '#kernel/records/selection.ts';
import type { Context } from '#kernel/work/context.ts';
import type { PublishFigures } from '../book.contract.ts';
import type { BookWords } from '../book.messages.ts';
import type { BookFilter } from '../list/book-filter.contract.ts';
import { isWithout } from '../list/book-search.read.ts';
import { selectableBooks } from './book-selection.store.ts';

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
    { count: number; changed: number; bids: string[] } & Omit<PublishFigures, 'used' | 'more'>
  >`
    with selected as materialized (
      select b.bidx, b.bid, b.published_at is not null as live from book b where ${isSelected(selectableBooks(ctx), selection)}
    ),
    turning as materialized (select bidx, bid from selected where live <> ${published} limit ${sql.lit(figureLimit)}),
    b as (select turning.bidx from turning),
    said as (
      select count(*) as sentences, count(*) filter (where s.mdr_targeted = 'Y' and s.audio_key is null) as silent
      from turning join word w using (bidx) join sentence s using (word_idx)
    )
    select (select count(*) from selected) as count,
      (select count(*) from selected where live <> ${published}) as changed,
      (select coalesce(array_agg(bid), '{}') from turning) as bids,
      (select count(*) from b where ${isWithout.cover}) as no_cover,
      (select count(*) from b where ${isWithout.content}) as no_content,
      said.sentences, said.silent
    from said`.execute(ctx.db);
  const { count = 0, changed = 0, bids = [], ...lacking } = rows[0] ?? {};
  const used = (await references.used(ctx, 'book', bids)).size;
  const figures = { ...none, ...lacking, used, more: changed > bids.length };
  const counted = { count, changed, figures };
  if (published) return { ...counted, question: askToPublish(ctx, counted) };
  const lost = together([await references.find(ctx, 'book', bids), await references.reaching(ctx, 'book', bids)]);
  return { ...counted, question: { ...askToUnpublish(ctx, counted), lost_in: inLanguage(ctx, lost) } };
}

const none = { no_cover: 0, no_content: 0, sentences: 0, silent: 0 };

type Counted = Omit<PublishForeseen, 'question'>;

function askToPublish(ctx: Context, { count, changed, figures }: Counted): PublishForeseen['question'] {
  const t = ctx.translate<BookWords>();
  const lacking = [
    ...some(figures.no_cover, (n) => t('book.publish_no_cover', { count: n })),
    ...some(figures.no_content, (n) => t('book.publish_no_content', { count: n })),
    ...some(figures.silent, (n) => t('book.publish_silent', { count: n })),
  ];
  return {
    title: changed === 0 ? t('book.publish_nothing') : t('book.publish_title', { count: changed }),
    body: t('book.publish_body'),
    figures: [
      ...(lacking.length > 0 ? lacking : [t('book.publish_complete')]),
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

const some = (count: number, tell: (count: number) => string) => (count > 0 ? [tell(count)] : []);
