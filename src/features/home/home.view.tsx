import type { RecentAct } from '#features/audit/audit.public.ts';
import type { ShelfBook } from '#features/library/book-shelf.public.ts';
import type { ClosedImport } from '#features/library/import-closed.public.ts';
import { ImportLink } from '#features/library/library-parts.public.tsx';
import type { Figure } from '#kernel/desk/home.ts';
import { Cover } from '#ui/cover.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { Split } from '#ui/kit/split.tsx';
import { Text } from '#ui/kit/text.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import { PageHead } from '#ui/page/page-head.tsx';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import type { HomeWords } from './home.messages.ts';
import type { InboxRow } from './inbox.service.ts';
import { Inbox } from './inbox.tsx';
import { LastVisit } from './last-visit.tsx';
import { ThisWeek } from './this-week.tsx';

interface HomeProps {
  /** Seconds. */
  now: number;
  needs: { rows: InboxRow[]; failures: number; isCounting: boolean };
  news: { since: number; isFirst: boolean; isOwn: boolean; acts: RecentAct[]; more: boolean };
  doneToday: { me: string; acts: RecentAct[]; more: boolean };
  figures: Figure[];
  books: ShelfBook[];
  importClosed: ClosedImport | null;
}

/** The start page; while there are no books, it shows the first steps instead. */
export default function HomePage({ now, needs, news, doneToday, figures, books, importClosed }: HomeProps) {
  const t = useT<HomeWords>();
  const format = useFormat();
  const isEmpty = books.length === 0;
  const wakes = needs.rows.flatMap(({ snoozed }) => snoozed?.until ?? []);
  useDueRefresh(now, needs.isCounting ? [now] : wakes);
  return (
    <>
      <PageHead title={t('home.heading')} count={format.day(now)} />
      {isEmpty && <FirstSteps importClosed={importClosed} />}
      {isEmpty && needs.rows.length + needs.failures > 0 && <Inbox now={now} {...needs} />}
      {!isEmpty && (
        <Split side={0.667}>
          <div>
            <Inbox now={now} {...needs} />
            <DoneToday now={now} {...doneToday} />
            <LastVisit now={now} {...news} />
          </div>
          <div>
            <ThisWeek figures={figures} />
            <NewBooks books={books} />
          </div>
        </Split>
      )}
    </>
  );
}

interface DoneTodayProps {
  /** Seconds. */
  now: number;
  /** The person's ID. */
  me: string;
  acts: readonly RecentAct[];
  more: boolean;
}

/** A quiet line of what the person did today, the last first; it leads to all of it. */
function DoneToday({ now, me, acts, more }: DoneTodayProps) {
  const t = useT<HomeWords>();
  const format = useFormat();
  if (acts.length === 0) return null;
  // Of what was done to one record, the last.
  const last = acts.filter(
    ({ kind, id, title }, at) => title === null || acts.findIndex((one) => one.kind === kind && one.id === id) === at,
  );
  const described = last.map(({ kind, title, action, times }) => {
    const what = [kind, title, action].filter(Boolean).join(' ');
    return times > 1 ? `${what} ${t('home.times', { count: times })}` : what;
  });
  return (
    <Text tone="soft" size="small" breaks above={10} below={14}>
      <a href={listUrl('/audit', { actor: me, since: format.isoDay(now) })}>{t('home.done_today')}</a>{' '}
      {described.join(' · ') + (more ? ' …' : '')}
    </Text>
  );
}

const others = [
  { name: 'sample', href: '/sample' },
  { name: 'book', href: '/book/create' },
] as const;

/** Three ways to start with an empty library. */
function FirstSteps({ importClosed }: Pick<HomeProps, 'importClosed'>) {
  const t = useT<HomeWords>();
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">{t('home.empty')}</h2>
      <Grid as="ul" least={240} filled even gap={14}>
        <Card as="li" gap={4}>
          <h3>{t('home.begin_import')}</h3>
          <Text tone="soft" grow below={10}>
            {t('home.begin_import_line')}
          </Text>
          <div>
            <ImportLink closed={importClosed} variant="primary">
              {t('home.begin_import_act')}
            </ImportLink>
          </div>
        </Card>
        {others.map(({ name, href }) => (
          <Card key={name} as="li" gap={4}>
            <h3>{t(`home.begin_${name}`)}</h3>
            <Text tone="soft" grow below={10}>
              {t(`home.begin_${name}_line`)}
            </Text>
            <div>
              <ButtonLink href={href}>{t(`home.begin_${name}_act`)}</ButtonLink>
            </div>
          </Card>
        ))}
      </Grid>
    </section>
  );
}

/** The newest books by their covers. */
function NewBooks({ books }: { books: ShelfBook[] }) {
  const t = useT<HomeWords>();
  return (
    <Card aria-labelledby="new-books">
      <h2 id="new-books">{t('home.new_books')}</h2>
      <Grid as="ul" columns="repeat(4, minmax(0, 1fr))" gap={12}>
        {books.map(({ bid, title, cover }) => (
          <li key={bid} data-key={bid}>
            <a href={`/book/${bid}`} title={title} aria-label={title}>
              <Cover id={bid} title={title} source={cover} size="card" />
            </a>
          </li>
        ))}
      </Grid>
    </Card>
  );
}
