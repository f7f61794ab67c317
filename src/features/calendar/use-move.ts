import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import type { Endpoint } from '#kernel/work/contract.ts';
import { useZonedText } from '#ui/date/use-zoned-text.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import type { CalendarWords } from './calendar.messages.ts';
import { type CalendarSlot, keyOf, movedEntry, movedTimes, overlapsOf, type Target } from './calendar.rules.ts';
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

/** Where an entry is drawn while the page does not have this version of it yet; infinity until that is known. */
interface Ahead extends Target {
  version: number;
}

/**
 * Moves entries to another day or hour, with an undo; what has two meanings, or overlaps others, asks first. `drawn` are the
 * entries where they were moved to, at once: whoever goes on with one takes it where it stays.
 */
export function useMove(listed: readonly ShownEntry[]) {
  const t = useT<CalendarWords>();
  const { timeZone } = useInterface();
  const zoned = useZonedText();
  const act = useAct();
  const [pending, setPending] = useState<PendingMove | null>(null);
  const [doubled, setDoubled] = useState<DoubledMove | null>(null);
  const followed = useRef<string | null>(null);
  // An entry may be moved again before the page knows of the last move: one after the other, each on what the last one saved.
  const running = useRef<Promise<void>>(Promise.resolve());
  const saved = useRef(new Map<string, number>());
  const [ahead, setAhead] = useState<ReadonlyMap<string, Ahead>>(new Map());
  const entries = listed.map((entry) => {
    const to = ahead.get(keyOf(entry));
    return to && entry.move && entry.move.version < to.version ? movedEntry(entry, to) : entry;
  });
  // Whoever moves by keyboard stays on the entry, which is drawn anew on its other day, unless another was taken since.
  useEffect(() => {
    if (followed.current !== null && !document.activeElement?.closest('[data-entry]')) focusEntry(followed.current);
    followed.current = null;
  }, [listed, ahead]);
  const putBack = () => {
    setPending(null);
    setDoubled(null);
  };
  const movedBy = ({ entry, to, second }: Move) =>
    movedTimes(timeZone, { times: entry.move?.times ?? {}, start: entry.start, to }, second);
  /** Draws an entry where it goes. Returns how to say from which version on the page has it there; 0 puts it back. */
  const draw = (entry: ShownEntry, to: Target) => {
    const key = keyOf(entry);
    const drawn = { ...to, version: Number.POSITIVE_INFINITY };
    followed.current = key;
    setAhead((now) => new Map(now).set(key, drawn));
    // Unless it was moved on since.
    return (version: number) =>
      setAhead((now) => (now.get(key) === drawn ? new Map(now).set(key, { ...drawn, version }) : now));
  };
  const save = async (entry: ShownEntry, version: number, { times }: Target, settle: (version: number) => void) => {
    const { results } = await call(`PUT ${entry.move?.path ?? ''}`, { body: { ...times, version } }).catch(
      (error: unknown) => {
        settle(0);
        throw error;
      },
    );
    saved.current.set(keyOf(entry), results.version);
    settle(results.version);
    await navigateInPage(pageAddress());
    return results.version;
  };
  const attempt = (moved: Move) => {
    putBack();
    const { entry } = moved;
    const { move, start } = entry;
    if (!move) return;
    const { first, times } = movedBy(moved);
    const to = { start: first.at, times: Object.fromEntries(times.map(({ name, at }) => [name, at])) };
    const settle = draw(entry, to);
    const run = async () => {
      const version = await save(entry, Math.max(move.version, saved.current.get(keyOf(entry)) ?? 0), to, settle);
      const time = zoned(timeZone, first.at);
      void notify({
        message: t(first.isGap ? 'calendar.moved_gap' : 'calendar.moved', { time }),
        undo: () =>
          act(async () => {
            const back = { start, times: move.times };
            await save(entry, version, back, draw(entry, back));
          }, t('calendar.move_failed')),
      });
    };
    act(() => {
      running.current = running.current.catch(() => undefined).then(run);
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
    drawn: entries,
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
