import type { ReactNode } from 'react';
import { listUrl } from '#ui/page/list-url.ts';
import type { Statement } from './statement.read.ts';
import { codesOfFigure, type StatementFigures } from './statement.rules.ts';

interface FigureCodesProps {
  of: { cust_idx: number } | { cg_idx: number };
  figure: keyof StatementFigures;
  count: number;
  statement: Pick<Statement, 'month' | 'isRunning'>;
  children: ReactNode;
}

/** A figure, as a link to its codes where a list has them. */
export function FigureCodes({ of, figure, count, statement, children }: FigureCodesProps) {
  const filter = count === 0 ? undefined : codesOfFigure(figure, statement);
  return filter ? <a href={listUrl('/code', { ...of, ...filter })}>{children}</a> : children;
}
