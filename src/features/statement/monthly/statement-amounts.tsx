import type { CodeWords } from '#features/code/code.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Frame, SectionHead } from '#ui/kit/card.tsx';
import table from '#ui/table/table.module.css';
import styles from './statement.module.css';
import type { PriceAmount, Statement } from './statement.read.ts';

/** What the codes issued and withdrawn in the month cost, a row for each price, a sum for each currency. */
export function StatementAmounts({ prices, amounts }: Pick<Statement, 'prices' | 'amounts'>) {
  const t = useT<CodeWords>();
  const format = useFormat();
  return (
    <section className={styles.part}>
      <SectionHead title={t('code.statement_amounts')} note={t('code.statement_amounts_line')} />
      {amounts.length === 0 ? (
        <p>{t('code.statement_no_amounts')}</p>
      ) : (
        <Frame className={styles.scroll} tabIndex={0} role="region" aria-label={t('code.statement_amounts')}>
          <table className={`${table.table} ${table.list}`}>
            <thead>
              <tr>
                <th scope="col">{t('code.report_currency')}</th>
                <th scope="col">{t('code.line_issued')}</th>
                <th scope="col">{t('code.line_withdrawn')}</th>
                <th scope="col" className={styles.figure}>
                  {t('code.report_amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {amounts.map(({ currency, amount }) => {
                const own = prices.filter((price) => price.currency === currency);
                return (
                  <tr key={currency}>
                    <th scope="row" className={table.lead}>
                      {currency}
                    </th>
                    <td data-label={t('code.line_issued')}>
                      <Terms prices={own} name="issued" />
                    </td>
                    <td data-label={t('code.line_withdrawn')}>
                      <Terms prices={own} name="withdrawn" />
                    </td>
                    <td className={styles.figure} data-label={t('code.report_amount')}>
                      <strong>{format.money(amount, currency)}</strong>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Frame>
      )}
    </section>
  );
}

function Terms({ prices, name }: { prices: readonly PriceAmount[]; name: 'issued' | 'withdrawn' }) {
  const format = useFormat();
  const counted = prices.filter((price) => price[name] !== 0);
  if (counted.length === 0) return '—';
  return counted.map((price) => (
    <span key={price.price} className={styles.term}>
      {format.number(price[name])} × {format.money(price.price, price.currency)} ={' '}
      {format.money(price[`${name}_amount`], price.currency)}
    </span>
  ));
}
