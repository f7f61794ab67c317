import { useState } from 'react';
import { notify } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { HandOver } from './hand-over.tsx';
import { MessageField } from './message-field.tsx';
import { MessageList } from './message-list.tsx';
import { call } from './use-shown-threads.ts';
import styles from './thread.module.css';
import type { Handed, ShownThread, ThreadPerson } from './thread.contract.ts';
import type { ThreadWords } from './thread.messages.ts';

interface ThreadItemProps {
  thread: ShownThread;
  /** The title of the record. */
  title: string;
  me: string;
  /** Seconds. */
  now: number;
  colleagues: readonly ThreadPerson[];
  /** It was opened for this one. */
  isAt: boolean;
  onDone: () => Promise<void>;
  /** Shows messages before the newest ones. */
  onEarlier: () => Promise<void>;
  onWrite: () => void;
  onDraft: (isWriting: boolean) => void;
  onSent: () => void;
}

/** A thread: its messages, who decides, and a field to reply. */
export function ThreadItem(props: ThreadItemProps) {
  const { thread, title, me, now, colleagues, isAt, onDone, onEarlier, onWrite, onDraft, onSent } = props;
  const t = useT<ThreadWords>();
  const format = useFormat();
  const act = useAct();
  const [isHanding, setHanding] = useState(false);
  const { thread_idx, label, resolved, handed, version, messages } = thread;
  const name = label || title;
  const isEmpty = !resolved && messages.every(({ deleted }) => deleted);
  const params = { thread_idx };
  const put = (body: { resolved?: boolean; handed?: Handed | null }, seen: number | undefined = version) =>
    call('PUT /api/v1/thread/:thread_idx', { params, body: { ...body, version: seen } });
  const setResolved = (next: boolean) =>
    act(async () => {
      try {
        const { results } = await put({ resolved: next });
        const undo = () => act(() => put({ resolved: !next }, results.version).then(onDone), t('thread.failed'));
        void notify({ message: t(next ? 'thread.did_resolve_notice' : 'thread.did_reopen_notice'), undo });
      } finally {
        await onDone();
      }
    }, t('thread.failed'));
  const hand = async (to: Handed | null) => {
    await put({ handed: to });
    setHanding(false);
    const person = colleagues.find(({ staff_id }) => staff_id === to?.to)?.name ?? '';
    void notify({ message: to ? t('thread.handed_notice', { name: person }) : t('thread.handed_back_notice') });
    await onDone();
  };
  return (
    <Stack as="li" gap={10} pad="12px 0" className={styles.thread} data-thread={thread_idx} data-at={isAt || undefined}>
      <Inline between whole>
        <Text as="h3" tone="soft" size="small" breaks>
          {name}
        </Text>
        {!isEmpty && (
          <Button
            variant="quiet"
            aria-label={`${t(resolved ? 'thread.reopen' : 'thread.resolve')}: ${name}`}
            onClick={() => setResolved(!resolved)}
          >
            {t(resolved ? 'thread.reopen' : 'thread.resolve')}
          </Button>
        )}
      </Inline>
      <MessageList {...{ thread, me, now, colleagues, onDone, onEarlier }} />
      {resolved ? (
        <Text tone="soft" size="small">
          {t('thread.resolved_by', { name: resolved.by?.name ?? '—', time: format.moment(resolved.at, now) })}
        </Text>
      ) : isHanding ? (
        <HandOver
          handed={handed}
          colleagues={colleagues}
          today={format.isoDay(now)}
          onHand={hand}
          onClose={() => setHanding(false)}
        />
      ) : (
        <>
          {handed && (
            <Inline between ground="quiet" pad="6px 10px">
              <Text as="span">
                {t('thread.handed', { name: handed.to.name, day: format.calendarWeekday(handed.until) })}
              </Text>
              <Button variant="quiet" aria-label={`${t('thread.change')}: ${name}`} onClick={() => setHanding(true)}>
                {t('thread.change')}
              </Button>
            </Inline>
          )}
          <MessageField
            label={t('thread.reply_to', { name: messages.at(-1)?.by?.name ?? '—' })}
            submit={t('thread.reply')}
            colleagues={colleagues}
            onWrite={onWrite}
            onDraft={onDraft}
            hasFocus={isAt}
            onSend={async (text, idempotencyKey) => {
              await call('POST /api/v1/thread/:thread_idx', { params, body: { text }, idempotencyKey });
              onSent();
              await onDone();
            }}
          >
            {handed ? undefined : (
              <Button variant="quiet" onClick={() => setHanding(true)}>
                {t('thread.hand')}
              </Button>
            )}
          </MessageField>
        </>
      )}
    </Stack>
  );
}
