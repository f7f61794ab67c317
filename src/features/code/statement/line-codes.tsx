import type { ReactNode } from 'react';
import { listUrl } from '#ui/table/list-url.ts';
import type { Statement } from './statement.read.ts';
import { codesOfLine, type Lines } from './statement.rules.ts';

interface LineCodesProps {
  of: { cust_idx: number } | { cg_idx: number };
  line: keyof Lines;
  count: number;
  statement: Pick<Statement, 'month' | 'isRunning'>;
  children: ReactNode;
}

/** The figure of a line, as a link to its codes where a list has them. */
export function LineCodes({ of, line, count, statement, children }: LineCodesProps) {
  const filter = count === 0 ? undefined : codesOfLine(line, statement);
  return filter ? <a href={listUrl('/code', { ...of, ...filter })}>{children}</a> : children;
}
