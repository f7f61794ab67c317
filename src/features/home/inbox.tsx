import { useRef, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import panel from '#ui/page/panel.module.css';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';
import type { InboxRow } from './inbox.service.ts';
import { InboxLine } from './inbox-line.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';

interface InboxProps {
  /** Seconds. */
  now: number;
  rows: InboxRow[];
  failures: number;
  /** There may be more that has not been counted yet. */
  isCounting: boolean;
}

const parts = {
  todo: ({ snoozed }: InboxRow) => snoozed === null,
  mine: ({ taken, snoozed }: InboxRow) => snoozed === null && taken?.own === true,
  snoozed: ({ snoozed }: InboxRow) => snoozed !== null,
};
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

/** The tasks for staff, most urgent first, a row for each kind: dealt with here, snoozed or taken. */
export function Inbox({ now, rows, failures, isCounting }: InboxProps) {
  const t = useT<HomeWords>();
  const [chosen, setChosen] = useState<Part>('todo');
  const list = useRef<HTMLUListElement>(null);
  useInboxKeys(list);
  const inPart = (part: Part) => rows.filter(parts[part]);
  const offered = partNames.filter((part) => part === 'todo' || inPart(part).length > 0);
  const part = offered.includes(chosen) ? chosen : 'todo';
  const shown = inPart(part);
  return (
    <section className={panel.panel} aria-labelledby="needs-you">
      <div className={panel.head}>
        <h2 id="needs-you">{t('home.needs_you')}</h2>
        {offered.length > 1 && (
          <div className={styles.parts}>
            {offered.map((name) => (
              <button key={name} type="button" aria-pressed={name === part} onClick={() => setChosen(name)}>
                {t(`home.part_${name}`)} <small>{inPart(name).length}</small>
              </button>
            ))}
          </div>
        )}
      </div>
      {failures > 0 && <p role="alert">{t('home.needs_failed')}</p>}
      {shown.length === 0 && failures === 0 && !isCounting && <p className={styles.soft}>{t('home.needs_nothing')}</p>}
      <ul ref={list} className={styles.lines} data-inbox>
        {shown.map((row) => (
          <InboxLine key={row.kind} row={row} now={now} />
        ))}
      </ul>
      {isCounting && <p className={styles.soft}>{t('home.needs_counting')}</p>}
    </section>
  );
}
