import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#client/api.ts';
import { callEditing, editorsIn } from '#client/live/editing-calls.ts';
import { hearChanges } from '#client/live/stream.ts';
import type { editingKind } from '#kernel/desk/live.contract.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { readShown, withWritten } from './use-shown-threads.ts';
import type { Threads, ThreadState } from './thread.contract.ts';
import type { threadEntity } from './thread.rules.ts';

const ofThreads: typeof threadEntity = 'thread';
const ofWriters: typeof editingKind = 'editing';
const nothing = () => undefined;

interface Shown {
  state: ThreadState;
  lists: Partial<Record<ThreadState, Threads>>;
}

/** The threads of a record as they are now: what others write appears while the panel is open. */
export function useThreads(initial: Threads, at: number | null) {
  const [shown, setShown] = useState<Shown>({ state: initial.state, lists: { [initial.state]: initial } });
  const [isGone, setGone] = useState(false);
  const [writers, setWriters] = useState<string[]>([]);
  const wanted = useRef(initial.state);
  const pages = useRef({ open: 1, resolved: 1 });
  const earlier = useRef(new Map<number, number>());
  /** The threads with a reply that is not sent yet. */
  const writing = useRef(new Set<number>());
  const last = useRef(0);
  const { kind, id, live } = initial.of;
  const refresh = useCallback(async () => {
    const turn = ++last.current;
    const state = wanted.current;
    try {
      const depth = { pages: pages.current[state], earlier: earlier.current, at };
      const now = await readShown({ kind, id }, state, depth);
      // A later one is on its way.
      if (turn !== last.current) return;
      setShown(({ lists }) => {
        const list = withWritten(now, lists[state], writing.current);
        return { state, lists: { ...lists, [state]: list } };
      });
      setGone(false);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      setGone(true);
    }
  }, [kind, id, at]);
  useFollowed(live, refresh, setWriters);
  const show = async (state: ThreadState) => {
    const before = wanted.current;
    wanted.current = state;
    await refresh().catch((error) => {
      wanted.current = before;
      throw error;
    });
  };
  const showMore = async () => {
    pages.current[wanted.current]++;
    await refresh();
  };
  const showEarlier = async (thread: number) => {
    earlier.current.set(thread, (earlier.current.get(thread) ?? 0) + 1);
    await refresh();
  };
  const noteWriting = (thread: number, isWriting: boolean) => {
    if (isWriting) writing.current.add(thread);
    else writing.current.delete(thread);
  };
  return { shown, isGone, writers, refresh, show, showMore, showEarlier, noteWriting };
}

function useFollowed(live: string, refresh: () => Promise<void>, onWriters: (names: string[]) => void): void {
  useEffect(() => {
    // What fails here is shown with the next change, or by what the person does next.
    const show = () => void refresh().catch(nothing);
    const showWriters = async () => {
      const editors = await editorsIn(await callEditing('GET /api/v1/editing', { kind: ofThreads, id: live }));
      onWriters(editors.filter(({ own }) => !own).map(({ name }) => name));
    };
    return hearChanges({
      followed: { kinds: 'none', kind: ofThreads, id: live },
      cursor: document.documentElement.dataset['cursor'],
      onChange: (change) => (change.kind === ofWriters ? void showWriters() : show()),
      onGap: show,
      onShell: nothing,
    });
  }, [live, refresh, onWriters]);
}

// The server forgets a writer after three times this. Milliseconds.
const beatMs = 15_000;

/** Tells others who look at the threads that this person is writing; the returned function is called with each letter. */
export function useWriting(live: string): { write: () => void; stop: () => void } {
  const form = useRef('');
  const last = useRef(Number.NEGATIVE_INFINITY);
  const stop = useCallback(() => {
    if (form.current === '') return;
    const sent = { kind: ofThreads, id: live, form: form.current };
    form.current = '';
    last.current = Number.NEGATIVE_INFINITY;
    void callEditing('DELETE /api/v1/editing', sent);
  }, [live]);
  useEffect(() => stop, [stop]);
  const write = () => {
    if (performance.now() - last.current < beatMs) return;
    last.current = performance.now();
    form.current ||= randomId();
    void callEditing('POST /api/v1/editing', { kind: ofThreads, id: live, form: form.current });
  };
  return { write, stop };
}
