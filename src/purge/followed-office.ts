import { setTimeout as sleep } from 'node:timers/promises';
import { doublingWait } from '#kernel/jobs/waits.rules.ts';

/** The office whose portal is followed. */
export interface FollowedOffice {
  /** Its address, with its path if it has one. */
  url: string;
  /** A key of the scope `read`. */
  key: string;
}

/** A kind of record that changed; an id of null means many of the kind. */
export interface Change {
  kind: string;
  id: string | null;
}

/** Changes that came together, and the cursor to follow from once they are handled. */
export interface Changes {
  /** Where the feed was left is not known: anything may have changed before these. */
  isAnew: boolean;
  changes: Change[];
  cursor: string;
}

interface Following {
  /** The cursor of the last changes handled. */
  after: string | undefined;
  signal: AbortSignal;
  /** Hears when the stream is open, and when it is lost. */
  onState?: ((isOpen: boolean) => void) | undefined;
  /** After how long without a sign the stream counts as lost. Milliseconds. */
  silentMs?: number;
}

/** The office answered something else than its stream. */
export class NoStream extends Error {
  readonly status: number;
  /** How long it wants to be left alone. Milliseconds. */
  readonly retryMs: number;

  constructor(status: number, text: string, retryMs = 0) {
    super(`The office answered ${status}: ${text.slice(0, 200)}`);
    this.status = status;
    this.retryMs = retryMs;
  }

  /** Whether the next try may be answered: the office is busy or being updated. */
  get isPassing(): boolean {
    return this.status >= 500 || this.status === 408 || this.status === 429;
  }
}

/** Between tries at what does not answer. Milliseconds. */
export const waits = { first: 50, longest: 5000 };

// An open stream says something every 15 seconds. Milliseconds.
const usuallySilentMs = 20_000;

// How long a stream has to last so that its end is no failure. Milliseconds.
const steadyMs = 1000;

/**
 * The changes of a portal until the signal aborts. A stream that is lost is opened again behind the last changes taken; once the office does not
 * know that cursor any more, the first ones are marked. Throws {@link NoStream} if the key does not open it.
 */
export async function* followOffice(office: FollowedOffice, following: Following): AsyncGenerator<Changes> {
  const { signal } = following;
  let { after } = following;
  for (let failures = 0; !signal.aborted; ) {
    const start = performance.now();
    let hasCome = false;
    let restMs = 0;
    try {
      for await (const heard of listen(office, { ...following, after })) {
        hasCome ||= heard.changes.length > 0;
        yield heard;
        after = heard.cursor;
      }
    } catch (error) {
      if (error instanceof NoStream) {
        if (error.status === 410) after = undefined;
        else if (!error.isPassing) throw error;
        restMs = error.retryMs;
      }
    }
    failures = hasCome || performance.now() - start > steadyMs ? 1 : failures + 1;
    await sleep(Math.max(doublingWait(failures, waits), restMs), undefined, { signal }).catch(() => undefined);
  }
}

/** One stream, until it ends, breaks or is silent for too long. */
async function* listen(office: FollowedOffice, following: Following): AsyncGenerator<Changes> {
  const { after, signal, onState, silentMs = usuallySilentMs } = following;
  const given = new AbortController();
  const heard = async <T>(wait: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => given.abort(), silentMs);
    try {
      return await wait;
    } finally {
      clearTimeout(timer);
    }
  };
  const address = `${office.url.replace(/\/+$/, '')}/portal/v1/changes${after === undefined ? '?from=now' : ''}`;
  const headers = { authorization: `Bearer ${office.key}`, ...(after !== undefined && { 'last-event-id': after }) };
  try {
    const answer = await heard(fetch(address, { headers, signal: AbortSignal.any([signal, given.signal]) }));
    if (!answer.ok || !answer.body) {
      const seconds = Number(answer.headers.get('retry-after') ?? 0);
      throw new NoStream(answer.status, await heard(answer.text()), Number.isFinite(seconds) ? seconds * 1000 : 0);
    }
    onState?.(true);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let isAnew = after === undefined;
    for (let rest = ''; ; ) {
      const { done, value } = await heard(reader.read());
      if (done) return;
      rest += value;
      // An event whose end has not come yet is none: its id is no cursor.
      const end = rest.lastIndexOf('\n\n') + 2;
      const events = end < 2 ? '' : rest.slice(0, end);
      rest = rest.slice(events.length);
      const cursor = [...events.matchAll(/^id: (.*)$/gm)].at(-1)?.[1];
      if (cursor === undefined) continue;
      const changes = [...events.matchAll(/^data: (.*)$/gm)].map(([, data = '']): Change => JSON.parse(data));
      yield { isAnew, changes, cursor };
      isAnew = false;
    }
  } finally {
    given.abort();
    onState?.(false);
  }
}
