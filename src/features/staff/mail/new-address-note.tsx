import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Acts } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import type { StaffWords } from '../staff.messages.ts';
import type { MailSettings, staffMailApi } from './staff-mail.contract.ts';

const call = client<typeof staffMailApi>();

interface NewAddressNoteProps {
  waiting: NonNullable<MailSettings['new_address']>;
  /** Gets the settings as they are after an act. */
  onChanged: (stored: MailSettings) => void;
}

/** An address that waits for its link, with what can be done about it. */
export function NewAddressNote({ waiting: { address, over }, onChanged }: NewAddressNoteProps) {
  const t = useT<StaffWords>();
  const run = useAct();
  const again = async () => {
    onChanged((await call('POST /api/v1/staff/me/mail/address', {})).results);
    await notify({ message: t('staff.new_address_sent', { address }) });
  };
  const drop = async () => {
    onChanged((await call('DELETE /api/v1/staff/me/mail/address', {})).results);
    await notify({ message: t('staff.new_address_dropped', { address }) });
  };
  return (
    <Note tone="warn" role="status">
      <p>{t(over ? 'staff.new_address_over' : 'staff.new_address_waits', { address })}</p>
      <Acts>
        <Button onClick={() => run(again, t('staff.mail_failed'))}>{t('staff.new_address_again')}</Button>
        <Button variant="plain" onClick={() => run(drop, t('staff.mail_failed'))}>
          {t('staff.new_address_drop')}
        </Button>
      </Acts>
    </Note>
  );
}
