import type { ChangeKind } from './portal-types.generated.ts';
import { errorOf } from './portal-error.ts';
import { asPortalError, callOf, type Requests } from './requests.ts';
import { backoffMs, patience, pause } from './waiting.ts';

/** Says what changed, not how; an id of null means many records of the kind. */
export interface Change {
  kind: ChangeKind;
  id: string | null;
}

/** Changes that came together, in the order of their commits; none where only the cursor moved. */
export interface Changes {
  /**
   * The place in the feed was lost, or there was none: whatever is kept has to be read again, before what follows is
   * handled.
   */
  isAnew: boolean;
  changes: Change[];
  /** Where to follow from, once these are handled. */
  cursor: string;
}

/** What to follow, and from where. */
export interface ChangesOptions {
  /** The cursor of the last changes handled; without it, everything counts as changed. */
  after?: string | undefined;
  /** All kinds by default. */
  kinds?: readonly ChangeKind[] | undefined;
  signal?: AbortSignal | undefined;
  /** Told when a stream is open, and when it is lost. */
  onState?: ((isOpen: boolean) => void) | undefined;
}

// A stream says something every 15 seconds: one that is silent for longer is dead. Milliseconds.
const silentMs = 20_000;

// How long a stream has to last so that its end is no failure. Milliseconds.
const steadyMs = 1000;

/**
 * Follows the changes until the signal aborts. A lost stream is opened again after the last changes taken, and none is lost
 * or repeated; once their place is gone (after a month, or in a restored database) it starts anew. Throws
 * {@link PortalError} if the key opens it no more.
 */
export async function* followChanges(requests: Requests, options: ChangesOptions): AsyncGenerator<Changes> {
  const { kinds, signal, onState } = options;
  let cursor = options.after;
  const isOver = () => signal?.aborted === true;
  for (let failures = 0; !isOver(); ) {
    const start = Date.now();
    let hasCome = false;
    try {
      for await (const heard of hear(requests, { kinds, signal, onState, after: cursor })) {
        hasCome ||= heard.changes.length > 0;
        yield heard;
        ({ cursor } = heard);
        if (isOver()) return;
      }
    } catch (error) {
      if (isOver()) return;
      const failed = asPortalError(error);
      if (failed.status === 410) cursor = undefined;
      else if (!failed.isPassing) throw failed;
      else if (failed.retryMs !== undefined) await pause(failed.retryMs, signal);
    }
    failures = hasCome || Date.now() - start > steadyMs ? 0 : failures + 1;
    await pause(backoffMs(failures), signal);
  }
}

/** One stream, to its end. */
async function* hear(requests: Requests, options: ChangesOptions): AsyncGenerator<Changes> {
  const { kinds, after, onState } = options;
  const { signal, heard, rest, end } = patience(silentMs, options.signal);
  try {
    const call = callOf('changes', { from: after === undefined ? 'now' : undefined, kinds });
    const answer = await requests.open(
      call,
      { headers: after === undefined ? {} : { 'last-event-id': after } },
      signal,
    );
    if (!answer.ok) throw await errorOf(call, answer);
    if (!answer.body) return;
    onState?.(true);
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let isAnew = after === undefined;
    for (let torn = ''; ; ) {
      heard();
      const { done, value } = await reader.read();
      rest();
      if (done) return;
      const blocks = (torn + decoder.decode(value, { stream: true })).split('\n\n');
      // What was cut within an event is not a change yet: its id is no place to follow from.
      torn = blocks.pop() ?? '';
      const { changes, cursor } = changesIn(blocks);
      if (cursor === undefined) continue;
      yield { isAnew, changes, cursor };
      isAnew = false;
    }
  } finally {
    end();
    onState?.(false);
  }
}

function changesIn(blocks: readonly string[]): { changes: Change[]; cursor: string | undefined } {
  const lines = blocks.flatMap((block) => block.split('\n'));
  const valuesOf = (name: string) => lines.flatMap((line) => (line.startsWith(name) ? line.slice(name.length) : []));
  return { changes: valuesOf('data: ').map((data) => JSON.parse(data)), cursor: valuesOf('id: ').at(-1) };
}
