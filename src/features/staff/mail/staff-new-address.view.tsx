import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { StaffWords } from '../staff.messages.ts';
import styles from '../staff-login.module.css';

interface StaffNewAddressProps {
  token: string;
  /** Whether the link can be used, has just been used, or is over. */
  state: 'open' | 'done' | 'over';
  staffId: string;
  /** The address that the account is to get, or has got. */
  address: string;
}

/** The page of a link to a new mail address: a plain form with one button, which works without script. */
export default function StaffNewAddress({ token, state, staffId: id, address }: StaffNewAddressProps) {
  const t = useT<StaffWords>();
  const { locale } = useInterface();
  return (
    <Frame pad="28px 24px" className={styles.card}>
      <h1>{t('staff.field_new_address')}</h1>
      {state === 'open' && (
        <Stack
          as="form"
          method="post"
          action={listUrl(`/login/address/${encodeURIComponent(token)}`, { lang: locale })}
          gap={14}
        >
          <p>{t('staff.new_address_for', { id, address })}</p>
          <Button variant="primary" className={styles.whole} type="submit" autoFocus>
            {t('staff.new_address_use')}
          </Button>
        </Stack>
      )}
      {state === 'over' && <p role="alert">{t('staff.link_over')}</p>}
      {state === 'done' && <p role="status">{t('staff.new_address_done', { id, address })}</p>}
      <Text above={16} className={styles.aside}>
        <a href="/staff/sessions">{t('staff.account')}</a>
      </Text>
    </Frame>
  );
}
