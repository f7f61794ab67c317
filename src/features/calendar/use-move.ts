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
import { type CalendarSlot, keyOf, movedTimes, overlapsOf } from './calendar.rules.ts';
import type { ShownEntry } from './entries.read.ts';

/** The call of a feature that saves an entry at another time. */
interface SaveCall extends Endpoint {
  body: z.ZodType<object, object>;
  response: z.ZodType<{ results: { version: number } }>;
}
const call = client<Record<`PUT ${string}`, SaveCall>>();

/** A move, and what was decided for those of its times that clocks show twice: the fields asked about, and which are the second. */
interface Move {
  entry: ShownEntry;
  to: CalendarSlot;
  asked: readonly string[];
  second: ReadonlySet<string>;
}

/** A move that waits for a decision, since other entries set the same. */
export interface PendingMove extends Move {
  at: number;
  overlaps: ShownEntry[];
}

/** A move that waits for a decision, since clocks show one of its times twice. */
export interface DoubledMove extends Move {
  field: string;
  twice: readonly [number, number];
}

/** Moves entries to another day or hour, with an undo; what has two meanings, or overlaps others, asks first. */
export function useMove(entries: readonly ShownEntry[]) {
  const t = useT<CalendarWords>();
  const { locale, timeZone } = useInterface();
  const act = useAct();
  const [pending, setPending] = useState<PendingMove | null>(null);
  const [doubled, setDoubled] = useState<DoubledMove | null>(null);
  const followed = useRef<string | null>(null);
  // An entry may be moved again before the page knows of the last move: one after the other, each on what the last one saved.
  const running = useRef<Promise<void>>(Promise.resolve());
  const saved = useRef(new Map<string, number>());
  // Whoever moves by keyboard stays on the entry, which is drawn anew on its other day, unless another was taken since.
  useEffect(() => {
    if (followed.current !== null && !document.activeElement?.closest('[data-entry]')) focusEntry(followed.current);
    followed.current = null;
  }, [entries]);
  const putBack = () => {
    setPending(null);
    setDoubled(null);
  };
  const movedBy = ({ entry, to, second }: Move) =>
    movedTimes(timeZone, { times: entry.move?.times ?? {}, start: entry.start, to }, second);
  const save = async (entry: ShownEntry, version: number, times: Readonly<Record<string, number>>) => {
    const { move } = entry;
    const { results } = await call(`PUT ${move?.path ?? ''}`, { body: { ...times, version } });
    saved.current.set(keyOf(entry), results.version);
    followed.current = keyOf(entry);
    await navigateInPage(location.pathname + location.search);
    return results.version;
  };
  const run = async (moved: Move) => {
    const { entry } = moved;
    const { move } = entry;
    if (!move) return;
    const { first, times } = movedBy(moved);
    const known = Math.max(move.version, saved.current.get(keyOf(entry)) ?? 0);
    const version = await save(entry, known, Object.fromEntries(times.map(({ name, at }) => [name, at])));
    const time = zonedText(languageTag(locale), timeZone, first.at);
    void notify({
      message: t(first.isGap ? 'calendar.moved_gap' : 'calendar.moved', { time }),
      undo: () =>
        act(async () => {
          await save(entry, version, move.times);
        }, t('calendar.move_failed')),
    });
  };
  const attempt = (moved: Move) => {
    putBack();
    act(() => {
      running.current = running.current.catch(() => undefined).then(() => run(moved));
      return running.current;
    }, t('calendar.move_failed'));
  };
  const consider = (moved: Move) => {
    putBack();
    const { entry } = moved;
    const { first, times } = movedBy(moved);
    if (first.at === entry.start && first.twice === null) return;
    const open = times.find(({ name, twice }) => twice !== null && !moved.asked.includes(name));
    if (open?.twice) return setDoubled({ ...moved, field: open.name, twice: open.twice });
    const overlaps = overlapsOf(timeZone, entries, entry, first.at);
    if (overlaps.length > 0) setPending({ ...moved, at: first.at, overlaps });
    else attempt(moved);
  };
  return {
    pending,
    doubled,
    putBack,
    saveAnyway: () => pending && attempt(pending),
    decide: (isSecond: boolean) => {
      if (!doubled) return;
      const { entry, to, field } = doubled;
      const second = new Set(isSecond ? [...doubled.second, field] : doubled.second);
      consider({ entry, to, asked: [...doubled.asked, field], second });
    },
    move: (key: string, to: CalendarSlot) => {
      const entry = entries.find((one) => keyOf(one) === key);
      if (entry?.move) consider({ entry, to, asked: [], second: new Set() });
    },
  };
}

const focusEntry = (key: string) =>
  document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"] button`)?.focus();
