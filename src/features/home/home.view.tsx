import type { RecentAct } from '#features/audit/audit.public.ts';
import type { ShelfBook } from '#features/book/book.public.ts';
import type { Figure } from '#kernel/desk/home.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import { DoneToday } from './done-today.tsx';
import { FirstSteps } from './first-steps.tsx';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';
import type { InboxRow } from './inbox.service.ts';
import { Inbox } from './inbox.tsx';
import { LastVisit } from './last-visit.tsx';
import { NewBooks } from './new-books.tsx';
import { ThisWeek } from './this-week.tsx';

interface HomeProps {
  /** Seconds. */
  now: number;
  needs: { rows: InboxRow[]; failures: number; isCounting: boolean };
  news: { since: number; isFirst: boolean; isOwn: boolean; acts: RecentAct[]; more: boolean };
  doneToday: { me: string; acts: RecentAct[]; more: boolean };
  figures: Figure[];
  books: ShelfBook[];
}

/** The start page; while there are no books, it shows the first steps instead. */
export default function HomePage({ now, needs, news, doneToday, figures, books }: HomeProps) {
  const t = useT<HomeWords>();
  const format = useFormat();
  const isEmpty = books.length === 0;
  const wakes = needs.rows.flatMap(({ snoozed }) => snoozed?.until ?? []);
  useDueRefresh(now, needs.isCounting ? [now] : wakes);
  return (
    <>
      <PageHead title={t('home.heading')} count={format.day(now)} />
      {isEmpty && <FirstSteps />}
      {isEmpty && needs.rows.length + needs.failures > 0 && <Inbox now={now} {...needs} />}
      {!isEmpty && (
        <div className={styles.columns}>
          <div>
            <Inbox now={now} {...needs} />
            <DoneToday now={now} {...doneToday} />
            <LastVisit {...news} />
          </div>
          <div>
            <ThisWeek figures={figures} />
            <NewBooks books={books} />
          </div>
        </div>
      )}
    </>
  );
}
