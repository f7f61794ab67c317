import { useState } from 'react';
import { confirm } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Face } from '#ui/kit/face.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { Text } from '#ui/kit/text.tsx';
import { MessageField } from './message-field.tsx';
import { call } from './use-shown-threads.ts';
import type { ThreadMessage, ThreadPerson } from './thread.contract.ts';
import type { ThreadWords } from './thread.messages.ts';
import { piecesOf } from './thread-text.rules.ts';

interface MessageRowProps {
  message: ThreadMessage;
  /** The ID of the person who looks. */
  me: string;
  /** Seconds. */
  now: number;
  colleagues: readonly ThreadPerson[];
  onDone: () => Promise<void>;
}

/** A message, with what the person can do about it. */
export function MessageRow({ message, me, now, colleagues, onDone }: MessageRowProps) {
  const t = useT<ThreadWords>();
  const format = useFormat();
  const act = useAct();
  const [isEdited, setEdited] = useState(false);
  const { msg_idx, by, at, text, deleted, edited_at, editable_until, version } = message;
  const name = by?.name ?? '—';
  const time = format.moment(at, now);
  const params = { msg_idx };
  const remove = () =>
    act(async () => {
      const agree = t('common.delete');
      const question = { title: t('thread.delete_title'), body: t('thread.delete_body'), agree, danger: true };
      if (!(await confirm(question))) return;
      await call('DELETE /api/v1/thread/message/:msg_idx', { params });
      await onDone();
    }, t('thread.failed'));
  const save = async (changed: string) => {
    await call('PUT /api/v1/thread/message/:msg_idx', { params, body: { text: changed, version } });
    setEdited(false);
    await onDone();
  };
  const canEdit = by?.staff_id === me && editable_until > now;
  return (
    <Grid as="li" columns="24px minmax(0, 1fr) auto" gap="2px 10px" data-message={msg_idx}>
      <Face name={name} />
      <div>
        <Text>
          <b>{name}</b>{' '}
          <Text as="small" size="fine">
            <time dateTime={new Date(at * 1000).toISOString()}>{time}</time>
            {edited_at !== null && !deleted && <> · {t('thread.edited')}</>}
          </Text>
        </Text>
        {deleted ? (
          <Text tone="soft">{t('thread.deleted_message', { name: deleted.by?.name ?? '—' })}</Text>
        ) : isEdited ? (
          <MessageField
            label={t('thread.edit_message')}
            initial={text}
            submit={t('common.save')}
            colleagues={colleagues}
            onSend={save}
            onCancel={() => setEdited(false)}
            hasFocus
          />
        ) : (
          <Text typed>
            <MessageText text={text} colleagues={colleagues} />
          </Text>
        )}
      </div>
      {!deleted && !isEdited && (
        <RowMenu
          label={t('thread.message_acts', { name, time })}
          items={[
            ...(canEdit ? [{ label: t('thread.edit_message'), act: () => setEdited(true) }] : []),
            { label: t('thread.delete_message'), act: remove, danger: true },
          ]}
        />
      )}
    </Grid>
  );
}

/** A text with its people and links. A link of another house opens beside the office, which tells it nothing of this page. */
function MessageText({ text, colleagues }: { text: string; colleagues: readonly ThreadPerson[] }) {
  const names = new Map(colleagues.map(({ staff_id, name }) => [staff_id.toLowerCase(), name]));
  return piecesOf(text, new Set(names.keys())).map((piece, at) => {
    // Pieces have no names, and stay in their order.
    const key = at;
    if (piece.is === 'mention')
      return (
        <Text as="b" key={key} tone="done" title={piece.text}>
          @{names.get(piece.staffId)}
        </Text>
      );
    if (piece.is === 'link')
      return (
        <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
          {piece.text}
        </a>
      );
    return piece.text;
  });
}
