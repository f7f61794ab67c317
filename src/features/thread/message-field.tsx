import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { isEnter } from '#client/composition.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Textarea } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { offeredFor, type Written, withPerson } from './message-field.rules.ts';
import type { ThreadPerson } from './thread.contract.ts';
import type { ThreadWords } from './thread.messages.ts';
import styles from './thread.module.css';
import { mostText } from './thread.rules.ts';

interface MessageFieldProps {
  label: string;
  /** What it begins with: the message that is edited. */
  initial?: string;
  submit: string;
  colleagues: readonly ThreadPerson[];
  /** Sends the text; the key makes sure that it is sent once, however often that is tried. */
  onSend: (text: string, key: string) => Promise<void>;
  onWrite?: () => void;
  /** Whether it has something that is not sent yet. */
  onDraft?: (isWriting: boolean) => void;
  /** Leaves it without sending. */
  onCancel?: () => void;
  hasFocus?: boolean;
  children?: ReactNode;
}

/** A field for a message: `@` offers colleagues, Ctrl Enter sends. What could not be sent stays in it. */
export function MessageField({
  label,
  initial = '',
  submit,
  colleagues,
  onSend,
  onWrite,
  onDraft,
  onCancel,
  hasFocus = false,
  children,
}: MessageFieldProps) {
  const t = useT<ThreadWords>();
  const act = useAct({ isOne: true });
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const key = useRef('');
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [written, setWritten] = useState<Written | null>(null);
  const [chosen, setChosen] = useState(0);
  const offered = written ? offeredFor(written, colleagues) : [];
  const over = text.trim().length - mostText;
  const canSend = text.trim() !== '' && text !== initial && over <= 0;
  const unsaved = useUnsaved<HTMLFormElement>(text !== initial, {
    title: t('thread.leave_title'),
    body: t('thread.leave_body'),
  });
  const change = (next: string, caret: number) => {
    key.current = '';
    onDraft?.(next.trim() !== '');
    setText(next);
    setWritten({ text: next, caret });
    setChosen(0);
  };
  const send = () => {
    if (!canSend || busy) return;
    key.current ||= randomId();
    const sent = key.current;
    setBusy(true);
    act(async () => {
      try {
        await onSend(text, sent);
        // A notice may try again what was sent meanwhile: what is being written by then stays.
        if (key.current !== sent) return;
        key.current = '';
        onDraft?.(false);
        setText(initial);
        setWritten(null);
      } finally {
        setBusy(false);
        field.current?.focus();
      }
    }, t('thread.failed'));
  };
  const pick = (person: ThreadPerson | undefined) => {
    if (!person || !written) return;
    const next = withPerson(written, person);
    change(next.text, next.caret);
    setWritten(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isSending = isEnter(event) && (event.ctrlKey || event.metaKey);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isSending) send();
    else if (offered.length > 0 && step) setChosen((chosen + step + offered.length) % offered.length);
    else if (offered.length > 0 && (isEnter(event) || event.key === 'Tab')) pick(offered[chosen]);
    else if (offered.length > 0 && event.key === 'Escape') setWritten(null);
    else if (onCancel && event.key === 'Escape' && text === initial) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Stack
      as="form"
      tight
      ref={unsaved}
      data-inline
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.field}>
        <Textarea
          ref={field}
          aria-label={label}
          placeholder={label}
          value={text}
          rows={2}
          most={12}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be written in
          autoFocus={hasFocus}
          error={over > 0 ? t('thread.left', { count: over }) : undefined}
          aria-autocomplete="list"
          aria-controls={offered.length > 0 ? list : undefined}
          aria-activedescendant={offered.length > 0 ? `${list}-${chosen}` : undefined}
          data-mantine-stop-propagation={offered.length > 0 || undefined}
          onChange={({ currentTarget }) => {
            change(currentTarget.value, currentTarget.selectionStart);
            onWrite?.();
          }}
          onKeyDown={press}
          onBlur={() => setWritten(null)}
        />
        {offered.length > 0 && (
          <ul id={list} role="listbox" aria-label={t('thread.colleagues')} className={styles.people}>
            {offered.map((person, at) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
              <li
                key={person.staff_id}
                id={`${list}-${at}`}
                role="option"
                aria-selected={at === chosen}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(person)}
              >
                {person.name} <small>{person.staff_id}</small>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Inline tight between>
        {children ?? (
          <Text as="span" tone="soft" size="fine">
            {t('thread.new_hint')}
          </Text>
        )}
        <Inline tight whole>
          {onCancel && (
            <Button variant="plain" size="small" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            size="small"
            busy={busy}
            disabled={!canSend}
            aria-keyshortcuts="Control+Enter"
          >
            {submit}
          </Button>
        </Inline>
      </Inline>
    </Stack>
  );
}
