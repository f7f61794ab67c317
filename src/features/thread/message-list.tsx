import { useRef } from 'react';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { MessageRow } from './message-row.tsx';
import styles from './thread.module.css';
import type { ShownThread, ThreadPerson } from './thread.contract.ts';
import type { ThreadWords } from './thread.messages.ts';

interface MessageListProps {
  thread: ShownThread;
  me: string;
  /** Seconds. */
  now: number;
  colleagues: readonly ThreadPerson[];
  onDone: () => Promise<void>;
  onEarlier: () => Promise<void>;
}

/** The first message of a thread and the newest ones; a button shows those between. */
export function MessageList({ thread: { messages, count }, onEarlier, ...row }: MessageListProps) {
  const t = useT<ThreadWords>();
  const act = useAct();
  const list = useRef<HTMLOListElement>(null);
  const [first, ...newest] = messages;
  const between = count - messages.length;
  const show = async () => {
    await onEarlier();
    list.current?.focus();
  };
  return (
    <Stack as="ol" className={styles.list} ref={list} tabIndex={-1}>
      {first && <MessageRow message={first} {...row} />}
      {between > 0 && (
        <li>
          <Button variant="quiet" onClick={() => act(show, t('thread.not_loaded'))}>
            {t('thread.show_earlier', { count: between })}
          </Button>
        </li>
      )}
      {newest.map((message) => (
        <MessageRow key={message.msg_idx} message={message} {...row} />
      ))}
    </Stack>
  );
}
