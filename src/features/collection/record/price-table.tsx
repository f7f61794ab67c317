import { useFormat, useT } from '#ui/interface.tsx';
import panel from '#ui/page/panel.module.css';
import type { CollectionWords } from '../collection.messages.ts';
import type { CollectionPrice } from '../collection.rules.ts';
import styles from './collection-detail.module.css';

/** The prices of a collection in order. */
export function PriceTable({ prices }: { prices: readonly CollectionPrice[] }) {
  const t = useT<CollectionWords>();
  const format = useFormat();
  return (
    <section className={panel.panel}>
      <h2>{t('collection.field_prices')}</h2>
      {prices.length === 0 ? (
        <p className={styles.none}>{t('collection.prices_none')}</p>
      ) : (
        <table className={styles.prices}>
          <thead>
            <tr>
              <th>{t('collection.price_period')}</th>
              <th>{t('collection.list_price')}</th>
              <th>{t('collection.price_discounted')}</th>
            </tr>
          </thead>
          <tbody>
            {prices.map((price) => (
              <tr key={price.display_order}>
                <td>{t('collection.price_days', { days: price.subscription_period })}</td>
                <td>{format.money(price.price, price.currency)}</td>
                <td>{price.discounted_price && format.money(price.discounted_price, price.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
