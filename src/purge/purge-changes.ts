import { setTimeout as sleep } from 'node:timers/promises';
import { doublingWait } from '#kernel/jobs/waits.rules.ts';
import type { Cdn } from './cdns.ts';
import type { Cursors } from './cursor-file.ts';
import { type Change, type FollowedOffice, followOffice, waits } from './followed-office.ts';

/** What to follow, and whom to tell. */
export interface Purging {
  office: FollowedOffice;
  cdn: Cdn;
  cursors: Cursors;
  signal: AbortSignal;
  /**
   * When it is told again: an answer that was on its way at the first time may have come into the cache after it.
   * Milliseconds.
   */
  againMs?: number;
  /** Purged when the stream is open, and when it is lost. */
  onState?: (isOpen: boolean) => void;
  /** Purged why the cache did not take it; it is tried again. */
  onFailure?: (error: unknown) => void;
}

// Longer than nearly all answers of the office take. Milliseconds.
const usuallyAgainMs = 5000;

// Beyond so many tags together everything goes, which is one call.
const mostTags = 500;

/** What a cache has to forget: these tags, or everything. */
type Forgotten = ReadonlySet<string> | 'all';

/** What was purged once, and where to follow from when it is again. */
interface Purged {
  forgotten: Forgotten;
  cursor: string;
  dueAt: number;
}

/**
 * Tells a cache of every change of the portal until the signal aborts. A cursor is kept once all before it were told twice:
 * whoever is killed tells them again. With a new place in the feed, or none, the cache forgets everything. While a cache
 * answers nothing, no further changes are read.
 */
export async function purgeChanges(purging: Purging): Promise<void> {
  const { office, cursors, signal, againMs = usuallyAgainMs, onState } = purging;
  const waiting: Purged[] = [];
  const again = purgeAgain(purging, waiting);
  const after = await cursors.read();
  for await (const { isAnew, changes, cursor } of followOffice(office, { after, signal, onState })) {
    const forgotten = isAnew ? 'all' : tagsOf(changes);
    if (!(await purge(purging, forgotten))) break;
    enqueue(waiting, { forgotten, cursor, dueAt: performance.now() + againMs });
  }
  await again;
}

/** The tags that changes remove; those of the office's answers are made alike. */
export function tagsOf(changes: readonly Change[]): Forgotten {
  const tags = new Set(
    changes.flatMap(({ kind, id }) => [kind, `${kind}/${id === null ? '*' : encodeURIComponent(id)}`]),
  );
  return tags.size > mostTags ? 'all' : tags;
}

// So many wait to be told again on their own; later ones join the last.
const mostWaiting = 100;

function enqueue(waiting: Purged[], purged: Purged): void {
  const last = waiting.at(-1);
  if (last === undefined || waiting.length < mostWaiting) waiting.push(purged);
  else Object.assign(last, purged, { forgotten: both(last.forgotten, purged.forgotten) });
}

function both(one: Forgotten, other: Forgotten): Forgotten {
  if (one === 'all' || other === 'all') return 'all';
  const tags = new Set([...one, ...other]);
  return tags.size > mostTags ? 'all' : tags;
}

// How often it is looked for what is due. Milliseconds.
const betweenMs = 100;

async function purgeAgain(purging: Purging, waiting: Purged[]): Promise<void> {
  const { cursors, signal } = purging;
  while (!signal.aborted) {
    const due = waiting[0];
    if (due === undefined || due.dueAt > performance.now()) await pause(betweenMs, signal);
    else {
      waiting.shift();
      if (await purge(purging, due.forgotten)) await cursors.write(due.cursor);
    }
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/** Purges tags, as many at once as the cache takes; what it took is removed from `left`, so that the next try goes on. */
export async function purgeTags(cdn: Cdn, left: string[]): Promise<void> {
  for (; left.length > 0; left.splice(0, cdn.most)) await cdn.purge(left.slice(0, cdn.most));
}

/** Tries until the cache took it; false if the signal aborted before. */
async function purge({ cdn, signal, onFailure }: Purging, forgotten: Forgotten): Promise<boolean> {
  // What was taken is not sent again: a cache that takes few calls would never have taken all.
  const left = forgotten === 'all' ? [] : [...forgotten];
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      if (forgotten === 'all') await cdn.purgeAll();
      await purgeTags(cdn, left);
      return true;
    } catch (error) {
      onFailure?.(error);
      await pause(doublingWait(failures, waits), signal);
    }
  }
  return false;
}
