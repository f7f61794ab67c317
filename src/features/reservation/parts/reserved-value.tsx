import { localeNames } from '#kernel/messages/locale.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { plainText } from '#ui/kit/rich-text.rules.ts';
import { Text } from '#ui/kit/text.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import type { ShownReservation } from '../reservation.read.ts';
import { isImage } from '../reservation.rules.ts';
import styles from './reservation-parts.module.css';

type Valued = Pick<ShownReservation, 'target' | 'locale' | 'text' | 'prices' | 'image'>;

/** The target of a reservation; for a text, with its language. */
export function useTargetText(): (of: Pick<Valued, 'target' | 'locale'>) => string {
  const t = useT<ReservationWords>();
  return ({ target, locale }) => {
    const what = t(`reservation.target_${target}`);
    return locale === null ? what : `${what} (${localeNames[locale]})`;
  };
}

/** The new value of a reservation, on one line. */
export function ReservedValue({ target, text, prices, image }: Valued) {
  const t = useT<ReservationWords>();
  const format = useFormat();
  if (isImage(target))
    return (
      <span className={styles.value}>
        {image ? (
          <>
            <img src={image.strip} alt="" width={24} height={32} loading="lazy" decoding="async" />
            <Text as="span" cut>
              {image.name}
            </Text>
          </>
        ) : (
          <Text as="span" tone="soft">
            {t('reservation.image_removed')}
          </Text>
        )}
      </span>
    );
  if (target === 'description')
    return (
      <span className={styles.value}>
        <Text as="span" cut>
          {plainText(text)}
        </Text>
      </span>
    );
  const [first] = prices;
  if (!first)
    return (
      <Text as="span" tone="soft">
        {t('reservation.prices_none')}
      </Text>
    );
  const price = format.money(first.discounted_price ?? first.price, first.currency);
  return <>{prices.length === 1 ? price : t('reservation.prices_more', { price, count: prices.length - 1 })}</>;
}
