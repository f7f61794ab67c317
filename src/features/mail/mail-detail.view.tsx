import { useState } from 'react';
import { useFormat, useT } from '#ui/interface.tsx';
import { Card, Frame, SectionHead, Verbatim } from '#ui/kit/card.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Segment } from '#ui/kit/segment.tsx';
import { Text } from '#ui/kit/text.tsx';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { MailAgain, MailAgainTo } from './mail-again.tsx';
import type { MailWords } from './mail.messages.ts';
import styles from './mail.module.css';
import type { ShownMail } from './mail.read.ts';
import { mailHome, mailHref } from './mail.rules.ts';
import { MailStateMark } from './mail-state.tsx';

interface MailDetailProps {
  mail: Omit<ShownMail, 'content'>;
  /** The name of its kind. */
  kind: string;
  /** The name of the attached file. */
  file: string | null;
  /** Its link is made as it is sent. */
  hasOwnLink: boolean;
  /** Another address can be used from now on, too. */
  canReaddress: boolean;
  /** What it says; null if no mail is sent. */
  says: { text: string; html: string } | null;
}

/** One mail: what became of it, and what it says. */
export default function MailDetail({ mail, kind, file, hasOwnLink, canReaddress, says }: MailDetailProps) {
  const t = useT<MailWords>();
  const { mail_idx, subject, to, state, reason } = mail;
  const canRepeat = state !== 'waiting' && says !== null;
  return (
    <>
      <RecordBar crumbs={[{ label: t('mail.heading'), href: mailHome }]} steps={null} hrefOf={mailHref} />
      <RecordHero
        state={<MailStateMark mail={mail} />}
        title={subject}
        line={to}
        facts={useFacts(mail, kind, file)}
        acts={canRepeat && file === null && <MailAgain mail={mail} />}
        found={{ detail: to, href: mailHref(mail_idx), kind: t('mail.kind'), icon: 'mail' }}
      />
      {reason && state !== 'sent' && (
        <Note tone={state === 'failed' ? 'problem' : 'warn'} title={t(`mail.reason_${reason}`)}>
          {mail.answer}
        </Note>
      )}
      {canRepeat && file !== null && <MailAgainTo mail={mail} canReaddress={canReaddress} />}
      {says && <Says {...says} subject={subject} />}
      {hasOwnLink && <Text tone="soft">{t('mail.link_note')}</Text>}
    </>
  );
}

/** What it says: as programs for mail draw it, without any script, or as plain text. */
function Says({ text, html, subject }: { text: string; html: string; subject: string }) {
  const t = useT<MailWords>();
  const [as, setAs] = useState<'html' | 'text'>('html');
  return (
    <Card>
      <SectionHead title={t('mail.says')}>
        <Segment
          label={t('mail.says')}
          options={[
            { value: 'html', label: t('mail.as_html') },
            { value: 'text', label: t('mail.as_text') },
          ]}
          value={as}
          onChoose={setAs}
        />
      </SectionHead>
      {as === 'html' ? (
        <iframe className={styles.page} title={subject} sandbox="" srcDoc={html} />
      ) : (
        <Frame>
          <Verbatim>{text}</Verbatim>
        </Frame>
      )}
    </Card>
  );
}

function useFacts(mail: MailDetailProps['mail'], kind: string, file: string | null) {
  const t = useT<MailWords>();
  const format = useFormat();
  return [
    { label: t('mail.field_kind'), value: kind },
    { label: t('mail.field_account'), value: mail.staff_id },
    { label: t('mail.field_file'), value: file },
    { label: t('mail.field_at'), value: format.dateTime(mail.at) },
    { label: t('mail.field_sent'), value: mail.sent_at === 0 ? null : format.dateTime(mail.sent_at) },
    { label: t('mail.field_tries'), value: mail.tries === 0 ? null : format.number(mail.tries) },
  ];
}
