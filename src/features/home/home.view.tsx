import type { RecentAct } from '#features/audit/audit.public.ts';
import type { ShelfBook } from '#features/book/book.public.ts';
import type { Figure, Task } from '#kernel/desk/home.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import { FirstSteps } from './first-steps.tsx';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';
import { LastVisit } from './last-visit.tsx';
import { NeedsYou } from './needs-you.tsx';
import { NewBooks } from './new-books.tsx';
import { ThisWeek } from './this-week.tsx';

interface HomeProps {
  /** Seconds. */
  now: number;
  needs: { tasks: Task[]; failures: number; isCounting: boolean };
  news: { since: number; isFirst: boolean; acts: RecentAct[]; more: boolean };
  figures: Figure[];
  books: ShelfBook[];
}

/** The start page; while there are no books, it shows the first steps instead. */
export default function HomePage({ now, needs, news, figures, books }: HomeProps) {
  const t = useT<HomeWords>();
  const format = useFormat();
  const isEmpty = books.length === 0;
  useDueRefresh(now, needs.isCounting ? [now] : []);
  return (
    <>
      <PageHead title={t('home.heading')} count={format.day(now)} />
      {isEmpty && <FirstSteps />}
      {isEmpty && needs.tasks.length + needs.failures > 0 && <NeedsYou {...needs} />}
      {!isEmpty && (
        <div className={styles.columns}>
          <div>
            <NeedsYou {...needs} />
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
