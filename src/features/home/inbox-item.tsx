import { useId, useState } from 'react';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import type { Task } from '#kernel/desk/home.ts';
import { useAct } from '#ui/form/use-act.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { Face } from './inbox-face.tsx';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';
import { thingsOf } from './inbox.rules.ts';
import type { InboxRow } from './inbox.service.ts';
import { snoozeChoices } from './snooze.rules.ts';
import { SnoozeDate } from './snooze-date.tsx';
import type { taskApi } from './task.contract.ts';
import { useDeeds } from './use-deeds.ts';

const call = client<typeof taskApi>();
const show = () => navigateInPage(location.pathname + location.search);

/** What can be done with a row of the inbox. */
function useRowActs({ kind, title, tasks }: InboxRow) {
  const t = useT<HomeWords>();
  const act = useAct();
  const seen = { kind, things: thingsOf(tasks) };
  const doing = (run: () => Promise<unknown>) => () =>
    act(async () => {
      // Where it was refused, a colleague was faster: who that was is shown too.
      await run().finally(show);
    }, t('home.row_failed'));
  const wake = doing(() => call('DELETE /api/v1/task/snooze', { query: { kind } }));
  return {
    wake,
    snooze: (until: string | undefined) =>
      doing(async () => {
        await call('POST /api/v1/task/snooze', { body: { ...seen, ...(until !== undefined && { until }) } });
        void notify({ message: t('home.snoozed', { title }), undo: wake });
      })(),
    take: doing(() => call('POST /api/v1/task/take', { body: seen })),
    release: doing(() => call('DELETE /api/v1/task/take', { query: { kind } })),
  };
}

interface InboxItemProps {
  row: InboxRow;
  /** Seconds. */
  now: number;
}

/** A row of the inbox. One of several tasks opens where it stands. */
export function InboxItem({ row, now }: InboxItemProps) {
  const t = useT<HomeWords>();
  const [isOpen, setOpen] = useState(false);
  const inside = useId();
  const { kind, level, title, line, tasks, taken, snoozed } = row;
  const [first] = tasks;
  return (
    <li data-key={kind}>
      <div className={styles.task} data-taken={taken && !taken.own ? '' : undefined}>
        <span className={styles.dot} data-level={level} role="img" aria-label={t(`home.level_${level}`)} />
        <div>
          <b>{title}</b>
          <p className={styles.soft}>{snoozed ? <Asleep until={snoozed.until} /> : line}</p>
        </div>
        <div className={styles.acts}>
          <RowActs row={row} now={now} />
        </div>
        <div className={styles.deeds}>
          {tasks.length === 1 && first && !snoozed && <Deeds task={first} />}
          {tasks.length > 1 ? (
            <Button
              data-do="open"
              aria-expanded={isOpen}
              aria-controls={inside}
              aria-label={`${t(isOpen ? 'home.fold' : 'home.unfold')}: ${title}`}
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'home.fold' : 'home.unfold')}
            </Button>
          ) : (
            first && <TaskLink task={first} />
          )}
        </div>
      </div>
      {tasks.length > 1 && (
        <ul id={inside} className={styles.inside} hidden={!isOpen}>
          {tasks.map((task) => (
            <li key={task.id}>
              <div>
                {task.title}
                <p className={styles.soft}>{task.line}</p>
              </div>
              <span className={styles.deeds}>
                <Deeds task={task} />
                <TaskLink task={task} variant="quiet" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** What can be done about a task at once. */
function Deeds({ task: { deeds = [], title } }: { task: Task }) {
  const run = useDeeds();
  return deeds.map((deed) => (
    <Button key={deed.call} variant="quiet" aria-label={`${deed.label}: ${title}`} onClick={() => run(deed)}>
      {deed.label}
    </Button>
  ));
}

const TaskLink = ({ task: { act, title, href }, variant }: { task: Task; variant?: 'quiet' }) => (
  <ButtonLink variant={variant} href={href} data-do="open" aria-label={`${act}: ${title}`}>
    {act}
  </ButtonLink>
);

function Asleep({ until }: { until: number | null }) {
  const t = useT<HomeWords>();
  const format = useFormat();
  return until === null ? t('home.asleep') : t('home.asleep_until', { time: format.dateTime(until) });
}

/** Snoozing and taking; of a snoozed row, only that it comes back. */
function RowActs({ row, now }: InboxItemProps) {
  const t = useT<HomeWords>();
  const format = useFormat();
  const { snooze, wake, take, release } = useRowActs(row);
  const { title, tasks, taken, snoozed } = row;
  const [isDated, setDated] = useState(false);
  if (snoozed)
    return (
      <Button variant="quiet" data-do="snooze" onClick={wake}>
        {t('home.wake')}
      </Button>
    );
  const choices = snoozeChoices(format.isoDay(now)).map(({ name, day }) => ({
    label: t(`home.snooze_${name}`),
    note: format.calendarWeekday(day),
    act: () => snooze(day),
  }));
  return (
    <>
      {taken && (
        <span className={styles.taken}>
          <Face name={taken.name} /> {taken.own ? t('home.taken_own') : t('home.taken_other', { name: taken.name })}
        </span>
      )}
      <RowMenu
        label={`${t('home.snooze')}: ${title}`}
        icon="snooze"
        opens={{ 'data-do': 'snooze' }}
        items={[
          ...choices,
          { label: t('home.snooze_date'), act: () => setDated(true) },
          { label: t('home.snooze_grows'), act: () => snooze(undefined) },
        ]}
      />
      {isDated && <SnoozeDate today={format.isoDay(now)} onChoose={snooze} onClose={() => setDated(false)} />}
      {!tasks.some(({ isOwn }) => isOwn) && (
        <IconButton
          data-do="take"
          aria-pressed={taken !== null}
          label={`${t(taken ? 'home.release' : 'home.take')}: ${title}`}
          tip={t(taken ? 'home.release' : 'home.take')}
          onClick={taken ? release : take}
        >
          <Icon name="take" size={16} />
        </IconButton>
      )}
    </>
  );
}
