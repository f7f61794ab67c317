import type { Result } from '../command.ts';
import { Refused } from '../failures.ts';
import type { Office } from '../office-calls.ts';
import type { Import, ImportRow } from '../office-types.generated.ts';

/** The page of an import. */
export const pageOf = ({ url }: Office, { import_idx: idx }: Import) => `${url}/book/import/${idx}`;

/** What an import does with its rows, in a sentence. */
export const countsOf = ({ counts: { new: added, changed, unchanged, rejected, dropped }, row_count: rows }: Import) =>
  `${rows} ${rows === 1 ? 'row' : 'rows'}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected${dropped ? `, ${dropped} left out` : ''}.`;

// Of more, only their number is printed.
const shownRows = 20;

/** What would change; refused if it could not be applied as it is. */
export async function planOf(office: Office, state: Import): Promise<Result> {
  const { import_idx, counts, missing, missing_counts } = state;
  const rejected =
    counts.rejected === 0
      ? []
      : await office.get<ImportRow[]>(`/api/v1/import/${import_idx}/row`, { filter: 'rejected' });
  const reasons = rejected.map(({ row_no, errors }) => ({
    row_no,
    errors: errors.map(({ label, message }) => `${label}: ${message}`),
  }));
  const lacks = Object.values(missing_counts).reduce((sum, count) => sum + count, 0);
  const isWrong = counts.rejected > 0 || (lacks > 0 && !state.create_missing);
  const lines = [
    countsOf(state),
    ...(lacks > 0
      ? [
          `${lacks} ${lacks === 1 ? 'title does' : 'titles do'} not exist yet: ${missing
            .map(({ kind, title }) => `${title} (${kind})`)
            .slice(0, 10)
            .join(', ')}`,
        ]
      : []),
    ...reasons.slice(0, shownRows).map(({ row_no, errors }) => `  row ${row_no}: ${errors.join('; ')}`),
    ...(counts.rejected > shownRows ? [`  and ${counts.rejected - shownRows} more`] : []),
    pageOf(office, state),
  ];
  const json = {
    import_idx,
    status: state.status,
    counts,
    missing,
    missing_counts,
    rejected: reasons,
    href: pageOf(office, state),
  };
  if (!isWrong) return { json, lines };
  const way =
    counts.rejected === 0
      ? 'Add --create-missing to make these titles.'
      : `Correct the rejected rows, or leave them out on its page.${state.update ? '' : ' With --update, books that exist are changed.'}`;
  throw new Refused([...lines, `It cannot be applied as it is. ${way}`].join('\n'), {
    code: 'import.not_applicable',
    ...json,
  });
}
