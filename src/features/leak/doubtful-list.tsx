import type { CodeWords } from '#features/code/code.public.ts';
import { showCode } from '#features/code/code.public.tsx';
import { LearnerLink } from '#features/registration/registration.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Doubtful } from './leak.contract.ts';

/** Redemptions that look doubtful, each with its reader, on whose page it can be cancelled. */
export function DoubtfulList({ rows, total }: { rows: readonly Doubtful[]; total: number }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const why = ({ burst, of_learner: own }: Doubtful) =>
    [own > 0 && t('code.leak_why_learner', { count: own }), burst > 0 && t('code.leak_why_burst', { count: burst })]
      .filter((reason) => reason !== false)
      .join(' · ');
  if (rows.length === 0) return null;
  return (
    <>
      <TableFrame label={t('code.leak_why')}>
        <Table cards>
          <thead>
            <tr>
              <ColumnHead>{t('code.leak_redeemed_at')}</ColumnHead>
              <ColumnHead>{t('code.leak_by')}</ColumnHead>
              <ColumnHead>{t('code.field_code')}</ColumnHead>
              <ColumnHead>{t('code.leak_why')}</ColumnHead>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.reg_idx} data-key={`redemption ${row.reg_idx}`}>
                <RowHead kind="nowrap">{format.dateTime(row.at)}</RowHead>
                <Cell label={t('code.leak_by')}>
                  <LearnerLink learner={row} />
                </Cell>
                <Cell label={t('code.field_code')}>
                  <code>{showCode(row.code)}</code>
                </Cell>
                <Cell label={t('code.leak_why')}>{why(row)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {total > rows.length && (
        <Text tone="soft" size="small">
          {t('code.leak_more', { count: total - rows.length })}
        </Text>
      )}
    </>
  );
}
