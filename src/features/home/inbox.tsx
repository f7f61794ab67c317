import { type RefObject, useRef, useState } from 'react';
import { isKeyTaken, keyOf } from '#client/taken-keys.ts';
import { useT } from '#ui/interface.tsx';
import { Card, CardHead } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Segment } from '#ui/kit/segment.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useListener } from '#ui/use-listener.ts';
import type { HomeWords } from './home.messages.ts';
import type { InboxRow } from './inbox.service.ts';
import { InboxItem } from './inbox-item.tsx';

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
    <Card aria-labelledby="needs-you">
      <CardHead>
        <h2 id="needs-you">{t('home.needs_you')}</h2>
        {offered.length > 1 && (
          <Segment
            label={t('home.needs_you')}
            value={part}
            onChoose={setChosen}
            options={offered.map((name) => ({
              value: name,
              label: (
                <>
                  {t(`home.part_${name}`)} <small>{inPart(name).length}</small>
                </>
              ),
            }))}
          />
        )}
      </CardHead>
      {failures > 0 && <p role="alert">{t('home.needs_failed')}</p>}
      {shown.length === 0 && failures === 0 && !isCounting && <Text tone="soft">{t('home.needs_nothing')}</Text>}
      <Stack as="ul" ref={list} gap={0} ruled data-inbox>
        {shown.map((row) => (
          <InboxItem key={row.kind} row={row} now={now} />
        ))}
      </Stack>
      {isCounting && <Text tone="soft">{t('home.needs_counting')}</Text>}
    </Card>
  );
}

const acts: Partial<Record<string, 'snooze' | 'take'>> = { s: 'snooze', t: 'take' };
const steps: Partial<Record<string, number>> = { j: 1, k: -1 };

/** The keys of the inbox: j and k move between rows, Enter opens one, s snoozes it and t takes it. */
function useInboxKeys(list: RefObject<HTMLElement | null>): void {
  useListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isKeyTaken(event.target)) return;
      const key = keyOf(event);
      const rows = [...(list.current?.children ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const { [key]: step } = steps;
      const row =
        step === undefined ? rows[at] : rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
      const wanted = row?.querySelector<HTMLElement>(`[data-do="${step === undefined ? acts[key] : 'open'}"]`);
      if (!wanted) return;
      event.preventDefault();
      if (step === undefined) wanted.click();
      else wanted.focus();
    },
    { at: 'document' },
  );
}
