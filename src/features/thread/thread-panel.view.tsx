import { useEffect, useRef } from 'react';
import { showOwnAct } from '#client/live/refresh.ts';
import { marksKind } from '#kernel/records/marks.rules.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Segment } from '#ui/kit/segment.tsx';
import { Text } from '#ui/kit/text.tsx';
import { MessageField } from './message-field.tsx';
import styles from './thread.module.css';
import { call } from './use-shown-threads.ts';
import type { Threads } from './thread.contract.ts';
import type { ThreadWords } from './thread.messages.ts';
import { ThreadItem } from './thread-item.tsx';
import { useThreads, useWriting } from './use-threads.ts';

interface ThreadPanelProps {
  threads: Threads;
  /** The ID of the person who looks. */
  me: string;
  /** Seconds. */
  now: number;
  /** The thread it was opened for. */
  at: number | null;
  /** The field that a new thread is about; empty for the record as a whole. */
  field: string;
  fieldLabel: string;
}

/** The threads of a record, live. */
export default function ThreadPanel({ threads: initial, me, now, at, field, fieldLabel }: ThreadPanelProps) {
  const t = useT<ThreadWords>();
  const format = useFormat();
  const act = useAct();
  const { shown, isGone, writers, refresh, show, showMore, showEarlier, noteWriting } = useThreads(initial, at);
  const { state, lists } = shown;
  const threads = lists[state] ?? initial;
  const { of, colleagues, next } = threads;
  const { write, stop } = useWriting(of.live);
  const { kind, id, title } = of;
  const list = useRef<HTMLDivElement>(null);
  useSeen(threads, me, at);
  const done = async () => {
    await refresh();
    await showOwnAct({ kind, id, marks: marksKind(kind) });
  };
  const more = async () => {
    await showMore();
    list.current?.focus();
  };
  return (
    <>
      <h2>{t('thread.heading_of', { title })}</h2>
      {isGone && (
        <Note tone="warn">
          <p>{t('thread.gone_live')}</p>
        </Note>
      )}
      <Segment
        label={t('thread.heading')}
        value={state}
        onChoose={(value) => act(() => show(value), t('thread.not_loaded'))}
        below={8}
        options={(['open', 'resolved'] as const).map((value) => ({
          value,
          label: `${t(`thread.${value}`)} ${format.number(threads[value])}`,
        }))}
      />
      <div ref={list} tabIndex={-1} className={styles.list}>
        {/* The list that is not shown stays, with what is written in it. */}
        {Object.values(lists).map((one) => (
          <div key={one.state} hidden={one.state !== state}>
            <Stack as="ul" gap={0} ruled>
              {one.threads.map((thread) => (
                <ThreadItem
                  key={thread.thread_idx}
                  thread={thread}
                  title={title}
                  me={me}
                  now={now}
                  colleagues={colleagues}
                  isAt={thread.thread_idx === at}
                  onDone={done}
                  onEarlier={() => showEarlier(thread.thread_idx)}
                  onWrite={write}
                  onDraft={(isWriting) => noteWriting(thread.thread_idx, isWriting)}
                  onSent={stop}
                />
              ))}
            </Stack>
          </div>
        ))}
      </div>
      {next !== null && (
        <Button variant="quiet" onClick={() => act(more, t('thread.not_loaded'))}>
          {t('thread.show_more')}
        </Button>
      )}
      {threads.threads.length === 0 && (
        <Text tone="soft">{t(state === 'open' ? 'thread.none_open' : 'thread.none_resolved')}</Text>
      )}
      {/* Always there, so that it is read aloud when it changes. */}
      <Text tone="soft" size="small" role="status" className={styles.writers}>
        {writers.length > 0 && t('thread.writing', { names: writers.join(', ') })}
      </Text>
      <div hidden={state !== 'open'}>
        <MessageField
          label={fieldLabel === '' ? t('thread.new') : t('thread.new_on', { label: fieldLabel })}
          submit={t('thread.post')}
          colleagues={colleagues}
          onWrite={write}
          hasFocus={at === null}
          onSend={async (text, idempotencyKey) => {
            const body = { kind, id, text, ...(field !== '' && { field }) };
            await call('POST /api/v1/thread', { body, idempotencyKey });
            stop();
            await done();
          }}
        />
      </div>
    </>
  );
}

/** What a person is shown leaves their inbox. */
function useSeen({ threads }: Threads, me: string, at: number | null): void {
  const mine = threads.filter(({ thread_idx, messages }) =>
    messages.some(({ text }) => thread_idx === at || text.toLowerCase().includes(`@${me.toLowerCase()}`)),
  );
  const key = mine.map(({ thread_idx, count }) => `${thread_idx}:${count}`).join(' ');
  useEffect(() => {
    for (const one of key === '' ? [] : key.split(' ')) {
      const params = { thread_idx: Number(one.split(':')[0]) };
      // It stays in the inbox if this fails, and leaves it another time.
      void call('POST /api/v1/thread/:thread_idx/seen', { params }).catch(() => undefined);
    }
  }, [key]);
}
