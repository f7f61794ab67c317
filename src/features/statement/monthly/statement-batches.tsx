import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Frame, SectionHead } from '#ui/kit/card.tsx';
import table from '#ui/table/table.module.css';
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
    <section className={styles.part}>
      <SectionHead title={t('code.statement_by_batch')} />
      <Frame className={styles.scroll} tabIndex={0} role="region" aria-label={t('code.statement_by_batch')}>
        <table className={`${table.table} ${table.list}`}>
          <thead>
            <tr>
              <th scope="col">{t('code.report_batch')}</th>
              <th scope="col">{t('code.report_collection')}</th>
              {figureNames.map((name) => (
                <th key={name} scope="col" className={styles.figure}>
                  {label(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {batches.map((batch) => (
              <tr key={batch.cg_idx}>
                <th scope="row" className={table.lead}>
                  <a href={batchHref(batch.cg_idx)}>{batch.title}</a>
                </th>
                <td data-label={t('code.report_collection')}>{batch.collection}</td>
                <Figures of={{ cg_idx: batch.cg_idx }} figures={batch} statement={statement} label={label} />
              </tr>
            ))}
            {batches.length > 1 && (
              <tr className={styles.total}>
                <th scope="row" className={table.lead} colSpan={2}>
                  {t('code.statement_all')}
                </th>
                <Figures of={{ cust_idx: custIdx }} figures={figures} statement={statement} label={label} />
              </tr>
            )}
          </tbody>
        </table>
      </Frame>
    </section>
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
      <td key={name} className={styles.figure} data-label={label(name)} data-none={figures[name] === 0 || undefined}>
        {name === 'closing' ? <strong>{figure}</strong> : figure}
      </td>
    );
  });
}
