import type { ReactNode } from 'react';
import { bookList, bookTabs, PublishedBadge, tabHref } from '#features/book/book-parts.public.tsx';
import type { BookRecord } from '#features/book/book-record.public.ts';
import type { BookCounts, BookTab } from '#features/book/book-tabs.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { ShownParts } from '#kernel/records/record-parts.ts';
import type { Uses } from '#kernel/records/references.ts';
import { Cover } from '#ui/cover.tsx';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { useDeclaredKeys } from '#ui/page/declared-keys.ts';
import { listUrl } from '#ui/page/list-url.ts';
import { useRecordSteps } from '#ui/page/record-steps.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { RecordTabs } from '#ui/record/record-tabs.tsx';
import { BookActs } from './book-acts.tsx';

/** The head of every part of a book's page. */
export interface BookHead {
  book: BookRecord;
  /** The address of its cover. */
  cover: string | null;
  largerCover: string | null;
  isReady: boolean;
  /** The bid of the next book that lacks one thing. */
  nextToFinish: string | null;
  counts: BookCounts;
  uses: Uses;
  /** Actions from other features. */
  acts: ShownParts['acts'];
}

const labels = {
  details: 'book.tab_overview',
  words: 'book.words',
  images: 'book.images',
  content: 'book.content',
  units: 'book.unit_info',
  uses: 'uses.title',
  history: 'common.history',
} as const satisfies Record<BookTab, string>;

/** A book's page: a summary, its parts as tabs, and one of them. */
export function BookPage({ head, tab, children }: { head: BookHead; tab: BookTab; children?: ReactNode }) {
  const { book, cover, largerCover, counts, acts, isReady, nextToFinish } = head;
  const t = useT<BookWords>();
  const isFolded = tab !== 'details';
  useDeclaredKeys();
  const steps = useRecordSteps(bookList, book.bid);
  const list = { label: t('book.heading'), href: '/book' };
  const tabs = bookTabs.map((one) => ({
    label: t(labels[one]),
    href: tabHref(book.bid, one),
    isCurrent: one === tab,
    count: one === 'details' || one === 'history' ? undefined : counts[one],
  }));
  return (
    <>
      <RecordBar
        crumbs={[list, { label: book.series, href: seriesHref(book) }, { label: book.level, href: levelHref(book) }]}
        steps={steps}
        hrefOf={(bid) => tabHref(bid, tab)}
        act={
          nextToFinish !== null && (
            <ButtonLink size="small" href={`/book/${nextToFinish}`} aria-keyshortcuts="N">
              {t('book.next_to_finish')} <kbd>N</kbd>
            </ButtonLink>
          )
        }
      />
      <RecordHero
        picture={
          <Cover
            id={book.bid}
            title={book.title}
            source={cover}
            larger={isFolded ? null : largerCover}
            size={isFolded ? 'row' : 'hero'}
          />
        }
        isFolded={isFolded}
        state={<PublishedBadge published={book.published_at > 0} />}
        title={book.title}
        line={(book.author || book.publisher || book.released_date) && <Makers book={book} />}
        facts={useFacts(book)}
        acts={<BookActs book={book} isReady={isReady} acts={acts} />}
        found={{
          detail: `${book.bid} · ${book.series}`,
          href: `/book/${book.bid}`,
          kind: t('book.kind'),
          icon: 'book',
        }}
      />
      <RecordTabs tabs={tabs} />
      {children}
    </>
  );
}

const seriesHref = ({ ser_idx: series }: BookRecord) => listUrl('/book', { series });
const levelHref = ({ ser_idx: series, lev_idx: level }: BookRecord) => listUrl('/book', { series, level });

function Makers({ book: { author, publisher, released_date: released } }: { book: BookRecord }) {
  const rest = [publisher, released].filter(Boolean).join(' · ');
  return (
    <>
      {author && <a href={listUrl('/book', { search_val: author })}>{author}</a>}
      {author && rest !== '' && ' · '}
      {rest}
    </>
  );
}

function useFacts(book: BookRecord) {
  const t = useT<BookWords>();
  const measure = book.level_type === 'Lexile' ? book.lexile : book.level_type === 'CEFR' ? book.cefr_level : null;
  const ageGroup = book.age_group && (
    <a href={listUrl('/book', { age_group: book.grp_idx ?? undefined })}>{book.age_group}</a>
  );
  return [
    { label: t('book.field_bid'), value: <code>{book.bid}</code> },
    { label: t('book.field_series'), value: <a href={seriesHref(book)}>{book.series}</a> },
    { label: t('book.field_level'), value: <a href={levelHref(book)}>{book.level}</a> },
    { label: t('book.field_format'), value: <a href={listUrl('/book', { format: book.format })}>{book.format}</a> },
    { label: t(book.level_type === 'CEFR' ? 'book.field_cefr_level' : 'book.field_lexile'), value: measure },
    { label: t('book.field_age_group'), value: ageGroup },
  ];
}
