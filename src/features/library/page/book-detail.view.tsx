import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Card, CardHead } from '#ui/kit/card.tsx';
import { showOwnAct } from '#client/live/refresh.ts';
import type { LatestAct } from '#features/audit/audit.public.ts';
import { AuditDifference } from '#features/audit/audit.public.tsx';
import { tabHref } from '#features/book/book-parts.public.tsx';
import type { BookHint } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { BookRequirement } from '#features/readiness/readiness.public.ts';
import { ReadinessCard } from '#features/readiness/readiness-card.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import styles from './book-detail.module.css';
import { BookDetails } from './book-details.tsx';
import { type BookHead, BookPage } from './book-page.tsx';
import { WhereSold } from './where-sold.tsx';

export interface BookDetailProps {
  head: BookHead;
  readiness: BookRequirement[];
  latest: LatestAct[];
  /** The name of its language in the reader's. */
  language: string | null;
  /** Seconds. */
  now: number;
  /** What to check in the book, in the reader's language. */
  hints: BookHint[];
}

/** A book at a glance: what it lacks, what it is, where it is sold and who changed it last. */
export default function BookDetail({ head, readiness, latest, language, now, hints }: BookDetailProps) {
  const { book, uses } = head;
  return (
    <BookPage head={head} tab="details">
      <div className={styles.room}>
        <div className={styles.columns}>
          <div>
            <ReadinessCard
              book={book}
              requirements={readiness}
              reload={() => showOwnAct({ kind: 'book', id: book.bid })}
            />
            <Hints hints={hints} />
          </div>
          <div className={styles.side}>
            <WhereSold bid={book.bid} uses={uses} />
            <LatestChanges bid={book.bid} latest={latest} now={now} />
          </div>
          <div className={styles.details}>
            <BookDetails book={book} language={language} />
          </div>
        </div>
      </div>
    </BookPage>
  );
}

function Hints({ hints }: Pick<BookDetailProps, 'hints'>) {
  const t = useT<BookWords>();
  if (hints.length === 0) return null;
  return (
    <Note tone="warn" role="region" aria-label={t('book.warnings')} title={t('book.warnings')}>
      <ul>
        {hints.map(({ field, label, message }) => (
          <li key={`${field} ${message}`}>
            {label}: {message}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** Who changed what in the book last, and when. */
function LatestChanges({ bid, latest, now }: { bid: string } & Pick<BookDetailProps, 'latest' | 'now'>) {
  const t = useT<BookWords>();
  const format = useFormat();
  if (latest.length === 0) return null;
  return (
    <Card aria-labelledby="latest-changes">
      <CardHead>
        <h2 id="latest-changes">{t('book.latest_changes')}</h2>
        <a href={tabHref(bid, 'history')}>{t('book.all_changes')}</a>
      </CardHead>
      <Stack as="ul" gap={0}>
        {latest.map(({ at, actor, action, part, change, more }, index) => (
          <Inline as="li" key={index} data-key={`latest: ${at} ${action}`} between whole baseline pad="5px 0">
            <Text as="div" breaks>
              <b>{actor ?? t('actor.system')}</b> · {part} {action}
              {change && (
                <Text as="div" tone="soft" size="fine">
                  {change.field}: <AuditDifference of={change} />
                  {more > 0 && ` ${t('common.and_more', { count: more })}`}
                </Text>
              )}
            </Text>
            <Text
              as="time"
              tone="soft"
              size="small"
              whole
              dateTime={new Date(at * 1000).toISOString()}
              title={format.dateTime(at)}
            >
              {format.moment(at, now)}
            </Text>
          </Inline>
        ))}
      </Stack>
    </Card>
  );
}
