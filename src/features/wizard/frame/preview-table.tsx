import { Frame } from '#ui/kit/card.tsx';
import { memo, useMemo, useState } from 'react';
import type { CellRemark, ImportWords, ShownColumn, ShownRow } from '#features/import/import-pages.public.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { UndoSome } from '#ui/table/use-undo-some.ts';
import { ImportCell } from './import-cell.tsx';
import styles from './import-preview.module.css';
import { ChooseAll, UndoRow } from './undo-rows.tsx';
import { callImport, type ImportOffice } from './use-import.ts';

interface PreviewTableProps {
  rows: ShownRow[];
  columns: ShownColumn[];
  /** The name of the sheet. */
  sheet: string;
  /** Acts on the rows; without it they can only be read. */
  office?: ImportOffice;
  /** Undoes rows that were applied. */
  some?: UndoSome;
}

/** Rows of a sheet as they would be written, with the problems of each. */
export function PreviewTable({ rows, columns, sheet, office, some }: PreviewTableProps) {
  const t = useT<ImportWords>();
  const { frozen, others } = useMemo(() => parted(columns), [columns]);
  return (
    <Frame className={styles.wrap} role="region" aria-label={t('import.rows')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('import.row')}</th>
            {frozen.map((column) => (
              <ColumnHead key={column.field} column={column} />
            ))}
            <th scope="col">
              {some && <ChooseAll rows={rows} some={some} />} {t('import.data')}
            </th>
            {others.map((column) => (
              <ColumnHead key={column.field} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PreviewRow
              key={row.row_no}
              row={row}
              frozen={frozen}
              others={others}
              sheet={sheet}
              {...(office && { office })}
              {...(some && { some })}
            />
          ))}
        </tbody>
      </table>
    </Frame>
  );
}

// They identify the book of a row, and stay in sight while the others scroll sideways.
const frozenFields = ['bid', 'title'];

const parted = (columns: readonly ShownColumn[]) => ({
  frozen: columns.filter(({ field }) => frozenFields.includes(field)),
  others: columns.filter(({ field }) => !frozenFields.includes(field)),
});

const ColumnHead = ({ column: { field, letter, label } }: { column: ShownColumn }) => (
  <th scope="col" data-frozen={frozenFields.includes(field) ? field : undefined}>
    <Text as="small" mono>
      {letter}
    </Text>{' '}
    {label}
  </th>
);

interface PreviewRowProps {
  row: ShownRow;
  frozen: ShownColumn[];
  others: ShownColumn[];
  sheet: string;
  office?: ImportOffice;
  some?: UndoSome;
}

const PreviewRow = memo(
  function PreviewRow({ row, frozen, others, sheet, office, some }: PreviewRowProps) {
    const [editing, setEditing] = useState<string | null>(null);
    const [isWhole, setWhole] = useState(false);
    const open = office?.state.status === 'ready' ? office : undefined;
    const cell = (column: ShownColumn) => (
      <ImportCell
        key={column.field}
        column={column}
        frozen={frozenFields.includes(column.field)}
        row={row}
        isLabelled={isWhole}
        editing={editing === column.field}
        onEdit={setEditing}
        {...(open && row.status !== null && { office: open })}
      />
    );
    const remarks = [...row.errors, ...row.warnings];
    return (
      <>
        <tr data-status={row.status ?? 'dropped'} data-whole={isWhole || undefined}>
          <th scope="row">{row.row_no}</th>
          {frozen.map(cell)}
          <td className={styles.does}>
            <RowStatus row={row} />
            {open && <DropRow row={row} office={open} />}
            <UndoRow row={row} some={some} />
            <WholeRow row={row} isWhole={isWhole} onToggle={() => setWhole(!isWhole)} />
          </td>
          {others.map(cell)}
        </tr>
        {remarks.length > 0 && row.status !== null && (
          <tr className={styles.remarks}>
            <td />
            <td colSpan={frozen.length + others.length + 1}>
              <Remarks row={row} sheet={sheet} onEdit={open ? setEditing : undefined} />
            </td>
          </tr>
        )}
      </>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.frozen === after.frozen &&
    before.others === after.others &&
    isChosen(before) === isChosen(after) &&
    before.office?.busy === after.office?.busy &&
    before.office?.state.status === after.office?.state.status,
);

const isChosen = ({ row, some }: PreviewRowProps) => row.applied !== null && some?.isChosen(row.applied.bid);

function DropRow({ row, office: { state, run, busy } }: { row: ShownRow; office: ImportOffice }) {
  const t = useT<ImportWords>();
  const isDropped = row.status === null;
  const drop = () =>
    run(() =>
      callImport('PUT /api/v1/import/:import_idx/drop', {
        params: { import_idx: state.import_idx },
        body: { rows: [row.row_no], dropped: !isDropped },
      }),
    );
  return (
    <Button variant="link" onClick={() => void drop()} disabled={busy}>
      {isDropped ? t('import.take_back') : t('import.drop')}
    </Button>
  );
}

interface WholeRowProps {
  row: ShownRow;
  isWhole: boolean;
  onToggle: () => void;
}

/** On a phone, shows the cells of a row that nothing is said of. */
function WholeRow({ row, isWhole, onToggle }: WholeRowProps) {
  const t = useT<ImportWords>();
  return (
    <Button
      variant="link"
      className={styles.more}
      aria-expanded={isWhole}
      aria-label={`${t('import.all_cells')}: ${t('import.row')} ${row.row_no}`}
      onClick={onToggle}
    >
      {t('import.all_cells')}
    </Button>
  );
}

const tones: Partial<Record<NonNullable<ShownRow['status']>, 'done' | 'problem'>> = {
  new: 'done',
  changed: 'done',
  rejected: 'problem',
};

function RowStatus({ row }: { row: ShownRow }) {
  const t = useT<ImportWords>();
  const label = row.status === null ? t('import.left_out') : t(`import.filter_${row.status}`);
  const mark = row.status === 'rejected' ? '✕' : row.status === null ? '–' : '✓';
  return (
    <Text as="div" tone={row.status === null ? undefined : tones[row.status]}>
      <span aria-hidden>{mark}</span> {label}
    </Text>
  );
}

interface RemarksProps {
  row: ShownRow;
  sheet: string;
  onEdit: ((field: string) => void) | undefined;
}

function Remarks({ row, sheet, onEdit }: RemarksProps) {
  const t = useT<ImportWords>();
  const line = (remark: CellRemark, tone: 'problem' | 'warn') => {
    const { column, label, message } = remark;
    const text = t('import.place', { sheet, row: row.row_no, column, label, message });
    return (
      <Text as="li" key={`${remark.field}/${message}`} tone={tone}>
        {onEdit ? (
          <Button variant="bare" onClick={() => onEdit(remark.field)}>
            {text}
          </Button>
        ) : (
          text
        )}
      </Text>
    );
  };
  return (
    <Stack as="ul" gap={0} size="small" className={styles.said}>
      {row.errors.map((remark) => line(remark, 'problem'))}
      {row.warnings.map((remark) => line(remark, 'warn'))}
    </Stack>
  );
}
