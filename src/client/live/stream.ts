import type { LiveChange, ShellNews } from '#kernel/desk/live.contract.ts';
import { callUrl } from '../api.ts';
import { inOffice } from '../office-path.ts';
import { tabId } from '../tab.ts';

/** What a page follows: kinds of records, and optionally one record. */
interface Followed {
  kinds: string;
  kind?: string | undefined;
  id?: string | undefined;
}

interface StreamParts {
  followed: Followed;
  /** The cursor of the last change included in the page. */
  cursor: string | undefined;
  onChange: (change: LiveChange) => void;
  /** Changes may have been missed: the page must be refetched. */
  onGap: () => void;
  onShell: (news: ShellNews) => void;
}

// How long to wait after a refusal, initially and at most. Milliseconds.
const waitMs = 2000;
const mostWaitMs = 60_000;

/**
 * Receives changes while the page is visible: browsers open only about six connections to a server, and hidden pages
 * need none. When visible again, it resumes where it left off. The returned function ends it.
 */
export function hearChanges({ followed, cursor, onChange, onGap, onShell }: StreamParts): () => void {
  let after = cursor;
  let source: EventSource | null = null;
  let wait = waitMs;
  let hasGap = false;
  let ended = false;
  const address = () => callUrl('GET /api/v1/live', { query: { ...followed, after, tab: tabId() } });
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    if (source || ended || document.hidden) return;
    source = new EventSource(inOffice(address()));
    source.addEventListener('open', () => {
      wait = waitMs;
      if (hasGap) onGap();
      hasGap = false;
    });
    source.addEventListener('message', ({ data, lastEventId }) => {
      after = lastEventId;
      onChange(JSON.parse(data));
    });
    source.addEventListener('shell', ({ data }) => onShell(JSON.parse(data)));
    source.addEventListener('error', () => {
      // The browser reopens a lost connection; only a refusal closes it for good.
      if (source?.readyState !== EventSource.CLOSED) return;
      source = null;
      void refused();
    });
  };
  const refused = async () => {
    // EventSource does not tell why.
    const status = await fetch(inOffice(address()), { method: 'HEAD' }).then(
      (answer) => answer.status,
      () => 0,
    );
    // The user's next action will ask to sign in.
    ended ||= status === 401 || status === 403;
    if (status === 410) {
      after = undefined;
      hasGap = true;
    }
    setTimeout(open, wait);
    wait = Math.min(2 * wait, mostWaitMs);
  };
  const follow = () => (document.hidden ? close() : open());
  document.addEventListener('visibilitychange', follow);
  addEventListener('pagehide', close);
  open();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', follow);
    removeEventListener('pagehide', close);
    close();
  };
}
