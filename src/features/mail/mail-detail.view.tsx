import { finishFragment } from '#client/dialogs.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Acts } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import { RecordFields } from '#ui/record/record-fields.tsx';
import type { MailWords } from './mail.messages.ts';
import type { ShownMail } from './mail.read.ts';
import styles from './mail.module.css';
import { MailStateMark } from './mail-state.tsx';
import { useAgain } from './use-again.ts';

interface MailDetailProps {
  mail: Omit<ShownMail, 'content'>;
  /** The name of its kind. */
  kind: string;
  /** Its link is made as it is sent. */
  hasOwnLink: boolean;
  /** What it says; null if no mail is sent. */
  text: string | null;
}

/** One mail: what became of it, and what it says. */
export default function MailDetail({ mail, kind, hasOwnLink, text }: MailDetailProps) {
  const t = useT<MailWords>();
  const again = useAgain(async () => {
    await finishFragment({ again: true });
  });
  const { subject, state, reason } = mail;
  return (
    <section>
      <h2>{subject}</h2>
      {reason && state !== 'sent' && (
        <Note tone={state === 'failed' ? 'problem' : 'warn'} title={t(`mail.reason_${reason}`)}>
          {mail.answer}
        </Note>
      )}
      <RecordFields groups={useGroups(mail, kind)} />
      {text !== null && (
        <>
          <h3>{t('mail.says')}</h3>
          <Frame as="pre" className={styles.text}>
            {text}
          </Frame>
        </>
      )}
      {hasOwnLink && <Text tone="soft">{t('mail.link_note')}</Text>}
      {state !== 'waiting' && text !== null && (
        <Acts>
          <Button variant="primary" onClick={() => again(mail)}>
            {t('mail.again')}
          </Button>
        </Acts>
      )}
    </section>
  );
}

function useGroups(mail: MailDetailProps['mail'], kind: string) {
  const t = useT<MailWords>();
  const format = useFormat();
  return [
    {
      label: t('mail.kind'),
      fields: [
        { label: t('mail.field_state'), value: <MailStateMark mail={mail} /> },
        { label: t('mail.field_kind'), value: kind },
        { label: t('mail.field_to'), value: mail.to },
        { label: t('mail.field_account'), value: mail.staff_id },
        { label: t('mail.field_at'), value: format.dateTime(mail.at) },
        { label: t('mail.field_sent'), value: mail.sent_at === 0 ? null : format.dateTime(mail.sent_at) },
        { label: t('mail.field_tries'), value: mail.tries === 0 ? null : format.number(mail.tries) },
        { label: t('mail.field_answer'), value: mail.answer },
      ],
    },
  ];
}
