import { useT } from '#ui/interface.tsx';
import table from '#ui/table/table.module.css';
import type { ReleaseChange } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';
import styles from './release-record.module.css';

type Rows = NonNullable<ReleaseChange['fields'][number]['table']>;

/** The rows of a table that differ: what goes is struck out, what comes stands beside it. */
export function ChangedRows({ of: { columns, rows, more }, label }: { of: Rows; label: string }) {
  const t = useT<ReleaseWords>();
  if (rows.length === 0) return null;
  return (
    <div className={styles.rows}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <div className={table.wrap} role="region" aria-label={label} tabIndex={0}>
        <table className={table.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ before, after }) => (
              <tr key={JSON.stringify([before, after])}>
                {columns.map((column, at) => (
                  <td key={column}>
                    <Cell before={before?.[at]} after={after?.[at]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <small>{t('release.rows_more', { count: more })}</small>}
    </div>
  );
}

/** What a cell was and what it will be; undefined in a row that comes or goes. */
function Cell({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === after) return after;
  return (
    <>
      {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
    </>
  );
}
