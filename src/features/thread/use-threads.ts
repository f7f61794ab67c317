import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { hearChanges } from '#client/live/stream.ts';
import type { editingKind, liveApi } from '#kernel/desk/live.contract.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import type { Threads, threadApi } from './thread.contract.ts';
import type { threadEntity } from './thread.rules.ts';

export const call = client<typeof threadApi>();
const callLive = client<typeof liveApi>();

const ofThreads: typeof threadEntity = 'thread';
const ofWriters: typeof editingKind = 'editing';
const nothing = () => undefined;

/** The threads of a record as they are now: what others write appears while the panel is open. */
export function useThreads(initial: Threads) {
  const [threads, setThreads] = useState(initial);
  const [isGone, setGone] = useState(false);
  const [writers, setWriters] = useState<string[]>([]);
  const { kind, id, live } = initial.of;
  const refresh = useCallback(async () => {
    try {
      setThreads((await call('GET /api/v1/thread', { query: { kind, id } })).results);
      setGone(false);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      setGone(true);
    }
  }, [kind, id]);
  useEffect(() => {
    // What fails here is shown with the next change, or by what the person does next.
    const show = () => void refresh().catch(nothing);
    const showWriters = async () => {
      const { results } = await callLive('GET /api/v1/editing', { query: { kind: ofThreads, id: live } });
      setWriters(results.editors.filter(({ own }) => !own).map(({ name }) => name));
    };
    return hearChanges({
      followed: { kinds: 'none', kind: ofThreads, id: live },
      cursor: document.documentElement.dataset['cursor'],
      onChange: (change) => (change.kind === ofWriters ? void showWriters().catch(nothing) : show()),
      onGap: show,
      onShell: nothing,
    });
  }, [live, refresh]);
  return { threads, isGone, writers, refresh };
}

// The server forgets a writer after three times this. Milliseconds.
const beatMs = 15_000;

/** Tells others who look at the threads that this person is writing; the returned function is called with each letter. */
export function useWriting(live: string): { write: () => void; stop: () => void } {
  const form = useRef('');
  const last = useRef(Number.NEGATIVE_INFINITY);
  const stop = useCallback(() => {
    if (form.current === '') return;
    const query = { kind: ofThreads, id: live, form: form.current };
    form.current = '';
    last.current = Number.NEGATIVE_INFINITY;
    void callLive('DELETE /api/v1/editing', { query }).catch(nothing);
  }, [live]);
  useEffect(() => stop, [stop]);
  const write = () => {
    if (performance.now() - last.current < beatMs) return;
    last.current = performance.now();
    form.current ||= randomId();
    void callLive('POST /api/v1/editing', { body: { kind: ofThreads, id: live, form: form.current } }).catch(nothing);
  };
  return { write, stop };
}
