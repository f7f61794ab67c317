import type { CodeListRow } from '../list/code-list.read.ts';
import { useCodeColumns } from '../list/use-code-columns.tsx';
import { PlainTable } from './plain-table.tsx';

/** The codes of a batch as a plain table. */
export default function CodeTable({ codes }: { codes: readonly CodeListRow[] }) {
  return <PlainTable columns={useCodeColumns()} rows={codes} keyOf={(row) => row.code} />;
}
