import { useT } from '#ui/interface.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Cell, ColumnHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ReleaseChange } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';

type Rows = NonNullable<ReleaseChange['fields'][number]['table']>;

/** The rows of a table that differ: what goes is struck out, what comes stands beside it. */
export function ChangedRows({ of: { columns, rows, more }, label }: { of: Rows; label: string }) {
  const t = useT<ReleaseWords>();
  if (rows.length === 0) return null;
  return (
    <Stack gap={0} above={6} below={6}>
      <TableFrame label={label}>
        <Table>
          <thead>
            <tr>
              {columns.map((column) => (
                <ColumnHead key={column}>{column}</ColumnHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ before, after }) => (
              <tr key={JSON.stringify([before, after])}>
                {columns.map((column, at) => (
                  <Cell key={column}>
                    <Changed before={before?.[at]} after={after?.[at]} />
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {more > 0 && <small>{t('release.rows_more', { count: more })}</small>}
    </Stack>
  );
}

/** What a cell was and what it will be; undefined in a row that comes or goes. */
function Changed({ before, after }: { before: string | undefined; after: string | undefined }) {
  return (
    <Text as="span" breaks>
      {before !== after && before !== undefined && <del>{before}</del>}{' '}
      {before === after ? after : after !== undefined && <ins>{after}</ins>}
    </Text>
  );
}
