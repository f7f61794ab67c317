import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import type { StaffWords } from '../staff.messages.ts';
import styles from '../staff-login.module.css';

/** Shown briefly between logging out here and at the provider. */
export default function StaffLeaving({ address }: { address: string }) {
  const t = useT<StaffWords>();
  return (
    <Frame pad="28px 24px" className={styles.card}>
      <h1>{t('staff.leaving')}</h1>
      <p>{t('staff.leaving_text')}</p>
      <ButtonLink href={address} className={styles.whole}>
        {t('staff.leaving_go')}
      </ButtonLink>
    </Frame>
  );
}
