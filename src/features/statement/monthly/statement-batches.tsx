import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import { FigureCodes } from './figure-codes.tsx';
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
      <TableFrame label={t('code.statement_by_batch')}>
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
          </tbody>
          {batches.length > 1 && (
            <tfoot>
              <tr>
                <RowHead colSpan={2}>{t('code.statement_all')}</RowHead>
                <Figures of={{ cust_idx: custIdx }} figures={figures} statement={statement} label={label} />
              </tr>
            </tfoot>
          )}
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
      <Cell key={name} kind="number" label={label(name)}>
        {name === 'closing' ? (
          <strong>{figure}</strong>
        ) : (
          <Text as="span" tone={figures[name] === 0 ? 'soft' : undefined}>
            {figure}
          </Text>
        )}
      </Cell>
    );
  });
}
