import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { FigureCodes } from './figure-codes.tsx';
import styles from './statement.module.css';
import type { Statement } from './statement.read.ts';
import { figureNames, type StatementFigures, signBefore } from './statement.rules.ts';

/** The figures of each batch, with the signs by which they add up in the head. */
export function StatementBatches({ statement, custIdx }: { statement: Statement; custIdx: number }) {
  const t = useT<CodeWords>();
  const { batches, figures } = statement;
  const label = (name: keyof StatementFigures) => `${signBefore(name)}${t(`code.line_${name}`)}`;
  return (
    <Stack as="section" gap={0} above={18}>
      <SectionHead title={t('code.statement_by_batch')} />
      <TableFrame label={t('code.statement_by_batch')} className={styles.scroll}>
        <Table cards>
          <thead>
            <tr>
              <ColumnHead>{t('code.report_batch')}</ColumnHead>
              <ColumnHead>{t('code.report_collection')}</ColumnHead>
              {figureNames.map((name) => (
                <ColumnHead key={name} kind="number">
                  {label(name)}
                </ColumnHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {batches.map((batch) => (
              <tr key={batch.cg_idx}>
                <RowHead>
                  <a href={batchHref(batch.cg_idx)}>{batch.title}</a>
                </RowHead>
                <Cell label={t('code.report_collection')}>{batch.collection}</Cell>
                <Figures of={{ cg_idx: batch.cg_idx }} figures={batch} statement={statement} label={label} />
              </tr>
            ))}
            {batches.length > 1 && (
              <tr className={styles.total}>
                <RowHead colSpan={2}>{t('code.statement_all')}</RowHead>
                <Figures of={{ cust_idx: custIdx }} figures={figures} statement={statement} label={label} />
              </tr>
            )}
          </tbody>
        </Table>
      </TableFrame>
    </Stack>
  );
}

interface FiguresProps {
  of: { cust_idx: number } | { cg_idx: number };
  figures: StatementFigures;
  statement: Statement;
  label: (name: keyof StatementFigures) => string;
}

function Figures({ of, figures, statement, label }: FiguresProps) {
  const format = useFormat();
  return figureNames.map((name) => {
    const figure = (
      <FigureCodes of={of} figure={name} count={figures[name]} statement={statement}>
        {format.number(figures[name])}
      </FigureCodes>
    );
    return (
      <Cell key={name} kind="number" label={label(name)} data-none={figures[name] === 0 || undefined}>
        {name === 'closing' ? <strong>{figure}</strong> : figure}
      </Cell>
    );
  });
}
