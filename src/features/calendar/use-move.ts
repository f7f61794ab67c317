import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import type { Endpoint } from '#kernel/work/contract.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import type { CalendarWords } from './calendar.messages.ts';
import { type CalendarSlot, keyOf, movedTime, movedTimes, overlapsOf } from './calendar.rules.ts';
import type { ShownEntry } from './entries.read.ts';

/** The call of a feature that saves an entry at another time. */
interface SaveCall extends Endpoint {
  body: z.ZodType<object, object>;
  response: z.ZodType<{ results: { version: number } }>;
}
const call = client<Record<`PUT ${string}`, SaveCall>>();

/** A move that waits for a decision, since other entries set the same. */
export interface PendingMove {
  entry: ShownEntry;
  to: CalendarSlot;
  at: number;
  overlaps: ShownEntry[];
}

/** Moves entries to another day or hour, with an undo; a move onto or past an entry that sets the same asks first. */
export function useMove(entries: readonly ShownEntry[]) {
  const t = useT<CalendarWords>();
  const { locale, timeZone } = useInterface();
  const act = useAct();
  const [pending, setPending] = useState<PendingMove | null>(null);
  const followed = useRef<string | null>(null);
  // Whoever moves by keyboard stays on the entry, which is drawn anew on its other day, unless another was taken since.
  useEffect(() => {
    if (followed.current !== null && !document.activeElement?.closest('[data-entry]')) focusEntry(followed.current);
    followed.current = null;
  }, [entries]);
  const save = async (entry: ShownEntry, version: number, times: Readonly<Record<string, number>>) => {
    const { move } = entry;
    const { results } = await call(`PUT ${move?.path ?? ''}`, { body: { ...times, version } });
    followed.current = keyOf(entry);
    await navigateInPage(location.pathname + location.search);
    return results.version;
  };
  const run = async (entry: ShownEntry, to: CalendarSlot) => {
    const { move, start } = entry;
    if (!move) return;
    const { at, isGap } = movedTime(timeZone, start, to);
    const version = await save(entry, move.version, movedTimes(timeZone, move.times, start, to));
    const time = zonedText(languageTag(locale), timeZone, at);
    void notify({
      message: t(isGap ? 'calendar.moved_gap' : 'calendar.moved', { time }),
      undo: () =>
        act(async () => {
          await save(entry, version, move.times);
        }, t('calendar.move_failed')),
    });
  };
  const attempt = (entry: ShownEntry, to: CalendarSlot) => {
    setPending(null);
    act(() => run(entry, to), t('calendar.move_failed'));
  };
  return {
    pending,
    putBack: () => setPending(null),
    saveAnyway: () => pending && attempt(pending.entry, pending.to),
    move: (key: string, to: CalendarSlot) => {
      const entry = entries.find((one) => keyOf(one) === key);
      if (!entry?.move) return;
      const { at } = movedTime(timeZone, entry.start, to);
      if (at === entry.start) return;
      const overlaps = overlapsOf(timeZone, entries, entry, at);
      if (overlaps.length > 0) setPending({ entry, to, at, overlaps });
      else attempt(entry, to);
    },
  };
}

const focusEntry = (key: string) =>
  document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"] button`)?.focus();
