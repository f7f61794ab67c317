import { useFormat, useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import type { MailRow } from './mail.contract.ts';
import type { MailWords } from './mail.messages.ts';

const tones = { sent: 'live', waiting: undefined, failed: 'warn', unsure: 'warn' } as const;

/** How a mail stands: a dot and a word, and why it was not sent; in a group of such mails, only why, if that is known. */
export function MailStateMark({
  mail: { state, reason, tries, next_at },
  inGroup,
}: {
  mail: MailRow;
  inGroup?: boolean;
}) {
  const t = useT<MailWords>();
  const format = useFormat();
  const detail = () => {
    if (state === 'waiting')
      return tries > 0 ? t('mail.next_at', { count: tries, time: format.dateTime(next_at) }) : '';
    return reason && state === 'failed' ? t(`mail.reason_${reason}`) : '';
  };
  const more = detail();
  return (
    <State tone={tones[state]}>
      {inGroup && more !== '' ? more : [t(`mail.state_${state}`), more].filter(Boolean).join(': ')}
    </State>
  );
}
