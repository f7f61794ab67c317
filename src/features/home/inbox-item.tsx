import { useId, useState } from 'react';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import type { Task } from '#kernel/desk/home.ts';
import { useAct } from '#ui/form/use-act.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Dot } from '#ui/kit/dot.tsx';
import { Face } from '#ui/kit/face.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { Grid, Inline } from '#ui/kit/layout.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';
import { thingsOf } from './inbox.rules.ts';
import type { InboxRow } from './inbox.service.ts';
import { snoozeChoices } from './snooze.rules.ts';
import { SnoozeDate } from './snooze-date.tsx';
import type { taskApi } from './task.contract.ts';
import { useDeeds } from './use-deeds.ts';

const call = client<typeof taskApi>();
const show = () => navigateInPage(pageAddress());

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

const tones = { problem: 'problem', warning: 'warn', note: undefined } as const;

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
      <Grid
        columns="auto minmax(0, 1fr) auto auto"
        onPhone="auto minmax(0, 1fr) auto"
        middle
        breaks
        gap="6px 12px"
        pad="10px 0"
      >
        <Dot tone={taken && !taken.own ? undefined : tones[level]} role="img" aria-label={t(`home.level_${level}`)} />
        <div>
          <Text as="b" strong>
            {title}
          </Text>
          <Text tone="soft">{snoozed ? <Asleep until={snoozed.until} /> : line}</Text>
        </div>
        <Inline tight whole>
          <RowActs row={row} now={now} />
        </Inline>
        <Inline tight className={styles.deeds}>
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
        </Inline>
      </Grid>
      {tasks.length > 1 && (
        <Frame as="ul" id={inside} className={styles.inside} hidden={!isOpen}>
          {tasks.map((task) => (
            <Grid
              as="li"
              key={task.id}
              columns="minmax(0, 1fr) auto"
              onPhone="minmax(0, 1fr)"
              middle
              breaks
              gap="4px 12px"
              pad="6px 12px"
            >
              <div>
                {task.title}
                <Text tone="soft">{task.line}</Text>
              </div>
              <Inline as="span" tight flush>
                <Deeds task={task} />
                <TaskLink task={task} variant="quiet" />
              </Inline>
            </Grid>
          ))}
        </Frame>
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
        <Inline as="span" tight whole tone="soft">
          <Face name={taken.name} /> {taken.own ? t('home.taken_own') : t('home.taken_other', { name: taken.name })}
        </Inline>
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
