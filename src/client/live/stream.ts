import type { LiveChange } from '#kernel/live/live.contract.ts';
import { callUrl } from '../api.ts';

/** What a page follows: kinds of records, and perhaps one record. */
export interface Followed {
  kinds: string;
  kind?: string | undefined;
  id?: string | undefined;
}

interface StreamParts {
  followed: Followed;
  /** The last change that the page knows of. */
  place: string | undefined;
  onChange: (change: LiveChange) => void;
  /** Changes may have been missed: what is shown is fetched anew. */
  onGap: () => void;
}

// How long to wait after a refusal, at first and at most. Milliseconds.
const waitMs = 2000;
const mostWaitMs = 60_000;

/**
 * Hears of changes while the page is in sight: a browser opens only some six connections to a server, and hidden pages need
 * none. Back in sight it goes on where it was.
 */
export function hearChanges({ followed, place, onChange, onGap }: StreamParts): void {
  let after = place;
  let source: EventSource | null = null;
  let wait = waitMs;
  let hasGap = false;
  let ended = false;
  const address = () => callUrl('GET /api/v1/live', { query: { ...followed, after } });
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    if (source || ended || document.hidden) return;
    source = new EventSource(address());
    source.addEventListener('open', () => {
      wait = waitMs;
      if (hasGap) onGap();
      hasGap = false;
    });
    source.addEventListener('message', ({ data, lastEventId }) => {
      after = lastEventId;
      onChange(JSON.parse(data));
    });
    source.addEventListener('error', () => {
      // A lost connection is opened again by the browser; only a refusal ends it.
      if (source?.readyState !== EventSource.CLOSED) return;
      source = null;
      void refused();
    });
  };
  const refused = async () => {
    // The browser does not tell why.
    const status = await fetch(address(), { method: 'HEAD' }).then(
      (answer) => answer.status,
      () => 0,
    );
    // Whoever acts next is asked to sign in.
    ended = status === 401 || status === 403;
    if (status === 410) {
      after = undefined;
      hasGap = true;
    }
    setTimeout(open, wait);
    wait = Math.min(2 * wait, mostWaitMs);
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  addEventListener('pagehide', close);
  open();
}
