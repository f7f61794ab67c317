import { type KeyboardEvent, type RefCallback, useCallback, useRef } from 'react';
import { isEnter } from '#client/composition.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { BareInput } from '#ui/kit/bare-field.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { Text } from '#ui/kit/text.tsx';
import { VirtualList } from '#ui/rows/virtual-list.tsx';
import type { CellAt } from './typed-units.rules.ts';
import type { CheckedUnit, UnitProblem } from './unit-info.rules.ts';
import { unitColumns } from './unit-info.rules.ts';
import styles from './unit-grid.module.css';
import type { TypedUnits } from './use-typed-units.ts';

// Pixels; a finger finds each cell.
const rowHeight = 44;
const narrowest = 1014;

interface UnitGridProps {
  of: TypedUnits;
  units: readonly CheckedUnit[];
  /** The cell that gets the focus; an object of its own each time. */
  wanted: CellAt | null;
  onWant: (cell: CellAt) => void;
  onRemove: (row: number) => void;
}

/** The sheet of units: a field for each cell, and an empty row at its end in which the next unit is typed. */
export function UnitGrid({ of, units, wanted, onWant, onRemove }: UnitGridProps) {
  const t = useT<BookWords>();
  const format = useFormat();
  const { text } = useInterface();
  const before = useRef('');
  const taken = useRef<CellAt | null>(null);
  const focus: RefCallback<HTMLInputElement> = useCallback(
    (cell) => {
      if (!cell || taken.current === wanted) return;
      taken.current = wanted;
      cell.focus();
      cell.select();
    },
    [wanted],
  );
  const problems = new Map(units.map((unit) => [unit.row - 1, unit.problems]));
  const problemOf = (row: number, column: number): UnitProblem | undefined =>
    problems.get(row)?.find((one) => one.column === unitColumns[column]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, { row, column }: CellAt) => {
    const above = of.rows[row - 1]?.cells[column];
    const by = isEnter(event)
      ? event.shiftKey
        ? -1
        : 1
      : event.key === 'ArrowDown'
        ? 1
        : event.key === 'ArrowUp'
          ? -1
          : 0;
    if (by !== 0 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      const next = row + by;
      if (next >= 0 && next <= of.rows.length) onWant({ row: next, column });
    } else if (event.key === 'Escape' && event.currentTarget.value !== before.current) {
      event.stopPropagation();
      of.write({ row, column }, [[before.current]]);
    } else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey) && above !== undefined) {
      event.preventDefault();
      of.write({ row, column }, [[above]]);
    }
  };

  const cell = (row: number, column: number) => {
    const problem = problemOf(row, column);
    const name = t('book.unit_cell', { column: unitColumns[column] ?? '', row: row + 1 });
    const isMissing = problem?.key === 'book.unit_incomplete';
    const isFirstFree = row === of.rows.length && column === 0;
    return (
      <BareInput
        key={column}
        ref={wanted?.row === row && wanted.column === column ? focus : undefined}
        className={styles.cell}
        data-cell={`${row} ${column}`}
        aria-label={name}
        aria-invalid={problem !== undefined}
        title={problem && text(problem.key, { ...problem.values })}
        placeholder={isFirstFree ? t('book.unit_type') : isMissing ? t('book.unit_fill_in') : undefined}
        inputMode={unitColumns[column] === 'start_page' ? 'numeric' : undefined}
        autoComplete="off"
        spellCheck={false}
        value={of.rows[row]?.cells[column] ?? ''}
        onFocus={(event) => {
          before.current = event.currentTarget.value;
        }}
        onChange={(event) => of.write({ row, column }, [[event.currentTarget.value]])}
        onKeyDown={(event) => onKeyDown(event, { row, column })}
      />
    );
  };

  return (
    <VirtualList
      label={t('book.unit_count', { count: of.rows.length })}
      count={of.rows.length + 1}
      rowHeight={rowHeight}
      minWidth={narrowest}
      at={wanted}
      head={<UnitHead />}
      render={(row) => {
        const typed = of.rows[row];
        return (
          <div className={styles.row} data-unsaved={(typed && of.unsaved.ids.has(typed.id)) || undefined}>
            <Text as="span" tone="soft" size="small" number pad="0 12px">
              {format.number(row + 1)}
            </Text>
            {unitColumns.map((_, column) => cell(row, column))}
            {typed && (
              <RowMenu
                label={`${t('common.actions')}: ${format.number(row + 1)}`}
                items={[
                  { label: t('book.unit_below'), act: () => of.insertBelow(row) },
                  { label: t('book.unit_remove'), act: () => onRemove(row), danger: true },
                ]}
              />
            )}
          </div>
        );
      }}
    />
  );
}

/** What each column holds, with its name in sheets. */
function UnitHead() {
  const t = useT<BookWords>();
  return (
    <div className={styles.head} style={{ minWidth: narrowest }}>
      <Text as="span" size="fine" pad="0 12px">
        #
      </Text>
      {unitColumns.map((column) => (
        <Text as="div" key={column} size="fine" whole pad="8px 11px">
          <strong>{t(`book.${column}`)}</strong>
          <Text as="small" mono tone="soft">
            {column}
          </Text>
        </Text>
      ))}
    </div>
  );
}
