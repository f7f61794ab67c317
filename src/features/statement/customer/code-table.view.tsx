import { useCodeColumns } from '#features/code/code.public.tsx';
import type { CodeListRow } from '#features/code/code-find.public.ts';
import { PlainTable } from './plain-table.tsx';

/** The codes of a batch as a plain table. */
export default function CodeTable({ codes }: { codes: readonly CodeListRow[] }) {
  return <PlainTable columns={useCodeColumns()} rows={codes} keyOf={(row) => row.code} />;
}
