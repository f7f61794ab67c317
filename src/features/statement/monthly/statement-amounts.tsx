import type { CodeWords } from '#features/code/code.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import type { PriceAmount, Statement } from './statement.read.ts';

/** What the codes issued and withdrawn in the month cost, a row for each price, a sum for each currency. */
export function StatementAmounts({ prices, amounts }: Pick<Statement, 'prices' | 'amounts'>) {
  const t = useT<CodeWords>();
  const format = useFormat();
  return (
    <Stack as="section" gap={0} above={18}>
      <SectionHead title={t('code.statement_amounts')} note={t('code.statement_amounts_line')} />
      {amounts.length === 0 ? (
        <p>{t('code.statement_no_amounts')}</p>
      ) : (
        <TableFrame label={t('code.statement_amounts')}>
          <Table cards>
            <thead>
              <tr>
                <ColumnHead>{t('code.report_currency')}</ColumnHead>
                <ColumnHead>{t('code.line_issued')}</ColumnHead>
                <ColumnHead>{t('code.line_withdrawn')}</ColumnHead>
                <ColumnHead kind="number">{t('code.report_amount')}</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {amounts.map(({ currency, amount }) => {
                const own = prices.filter((price) => price.currency === currency);
                return (
                  <tr key={currency}>
                    <RowHead>{currency}</RowHead>
                    <Cell kind="nowrap" label={t('code.line_issued')}>
                      <Terms prices={own} name="issued" />
                    </Cell>
                    <Cell kind="nowrap" label={t('code.line_withdrawn')}>
                      <Terms prices={own} name="withdrawn" />
                    </Cell>
                    <Cell kind="number" label={t('code.report_amount')}>
                      <strong>{format.money(amount, currency)}</strong>
                    </Cell>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </TableFrame>
      )}
    </Stack>
  );
}

function Terms({ prices, name }: { prices: readonly PriceAmount[]; name: 'issued' | 'withdrawn' }) {
  const format = useFormat();
  const counted = prices.filter((price) => price[name] !== 0);
  if (counted.length === 0) return '—';
  return counted.map((price) => (
    <div key={price.price}>
      {format.number(price[name])} × {format.money(price.price, price.currency)} ={' '}
      {format.money(price[`${name}_amount`], price.currency)}
    </div>
  ));
}
