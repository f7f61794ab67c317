import { type FocusEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import { BareInput } from '../kit/bare-field.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { Inline } from '../kit/layout.tsx';
import { cutText } from '../kit/table.tsx';
import { Text } from '../kit/text.tsx';
import { RecordPartActs } from '../page/record-part-acts.tsx';
import { CellEditor, type LeaveTo } from '../rows/cell-editor.tsx';
import { ActiveRow } from './active-row.ts';
import type { Column } from './column.ts';
import styles from '../kit/table.module.css';

interface TableRowProps<Row> {
  id: string | number;
  row: Row;
  columns: readonly Column<Row>[];
  /** The class of each cell, by column. */
  classes: readonly (string | undefined)[];
  /** The columns whose cells can be edited in place. */
  editable: readonly string[];
  /** The name of the row, for its buttons. */
  name: string;
  /** Its checkbox; absent where rows cannot be selected. */
  selection: { isOn: boolean; label: string } | undefined;
  onPick: (id: string | number, selected: boolean, isRange: boolean) => void;
  /** What other features mark it with. */
  marks: readonly ShownAct[] | undefined;
  /** Somebody else has removed it. */
  isGone: boolean;
  detail?: ((row: Row) => ReactNode) | undefined;
}

/** One row. While it is hovered or focused, cells that can be edited in place show a button for it. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { id, row, columns, classes, name, selection, onPick, isGone, detail, marks } = props;
  const { element, isActive, editing, edit, leave, watch } = useRowEditing(props.editable);
  const [isOpen, setOpen] = useState(false);
  const toggle = detail && (() => setOpen(!isOpen));
  const contentOf = (column: Column<Row>) => {
    if (column.edit && editing === column.key)
      return <CellEditor row={row} edit={column.edit} label={column.label} onLeave={leave} />;
    const content = column.render(row, edit);
    const shown = column.align === 'cut' && content ? cutText(content) : content;
    // Most cells are plain texts, which React draws fastest as the only child.
    if (!column.edit) return shown;
    return (
      <>
        {shown}
        {!column.edit.hasButton && isActive && <EditButton column={column} name={name} onEdit={edit} />}
      </>
    );
  };
  const cells = columns.length + 1 + (selection ? 1 : 0);
  return (
    <ActiveRow value={isActive}>
      <tr
        ref={element}
        data-key={id}
        data-gone={isGone ? '' : undefined}
        data-selected={selection?.isOn}
        onClick={toggle && ((event) => isPlain(event) && toggle())}
        data-opens={detail && ''}
        {...watch}
      >
        {selection && (
          <td className={styles.tick}>
            <BareInput
              type="checkbox"
              aria-label={selection.label}
              checked={selection.isOn}
              autoComplete="off"
              onChange={({ nativeEvent }) =>
                onPick(id, !selection.isOn, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </td>
        )}
        {toggle && <ToggleCell name={name} isOpen={isOpen} onToggle={toggle} />}
        {columns.map((column, index) => (
          <td
            key={column.key}
            className={classes[index]}
            data-label={column.align === 'number' ? column.label : undefined}
            data-edits={column.edit ? '' : undefined}
            onDoubleClick={column.edit && (() => edit(column.key))}
          >
            {marks && column.align === 'lead' ? (
              <Inline as="span" whole tight>
                <Text as="span" grow>
                  {contentOf(column)}
                </Text>
                <RecordPartActs acts={marks} of={name} variant="quiet" isShort />
              </Inline>
            ) : (
              contentOf(column)
            )}
          </td>
        ))}
      </tr>
      {detail && isOpen && (
        <tr className={styles.detail}>
          <td colSpan={cells}>{detail(row)}</td>
        </tr>
      )}
    </ActiveRow>
  );
}

/** Whether a click is on the row itself: not on a control, and not the end of selecting text. */
function isPlain({ target }: MouseEvent): boolean {
  if (target instanceof Element && target.closest('a, button, input, label, select')) return false;
  return getSelection()?.isCollapsed ?? true;
}

function ToggleCell({ name, isOpen, onToggle }: { name: string; isOpen: boolean; onToggle: () => void }) {
  const t = useT();
  return (
    <td className={styles.toggle}>
      <IconButton aria-expanded={isOpen} label={t('table.details_of', { name })} tip="" onClick={onToggle}>
        <Icon name="next" size={16} />
      </IconButton>
    </td>
  );
}

interface EditButtonProps<Row> {
  column: Column<Row>;
  name: string;
  onEdit: (column: string) => void;
}

function EditButton<Row>({ column: { key, label }, name, onEdit }: EditButtonProps<Row>) {
  const t = useT();
  return (
    <IconButton
      className={styles.edit}
      data-edit={key}
      label={t('table.edit_cell', { column: label, name })}
      onClick={() => onEdit(key)}
    >
      <Icon name="edit" size={16} />
    </IconButton>
  );
}

/**
 * Whether a row is hovered or focused, and which of its cells is being edited. The focus stays in the row: it moves to the next cell, or back to the button.
 */
function useRowEditing(editable: readonly string[]) {
  const element = useRef<HTMLTableRowElement>(null);
  const [isActive, setActive] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const [returning, setReturning] = useState<string | null>(null);
  useEffect(() => {
    if (returning === null) return;
    element.current?.querySelector<HTMLElement>(`[data-edit="${returning}"]`)?.focus();
    setReturning(null);
  }, [returning]);
  useEffect(() => {
    if (isActive) for (const cell of element.current?.cells ?? []) nameIfCut(cell);
  }, [isActive]);
  const leave = (to: LeaveTo) => {
    if (editing === null) return;
    const index = editable.indexOf(editing);
    const next = to === 'next' ? editable[index + 1] : to === 'previous' ? editable[index - 1] : undefined;
    setEditing(next ?? null);
    if (next === undefined && to !== 'away') {
      setActive(true);
      setReturning(editing);
    }
  };
  const watch = {
    onPointerEnter: () => setActive(true),
    onPointerLeave: () => setActive(element.current?.contains(document.activeElement) ?? false),
    onFocus: () => setActive(true),
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLTableRowElement>) => {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setActive(currentTarget.matches(':hover'));
    },
  };
  return { element, isActive, editing, edit: setEditing, leave, watch };
}

/** A text that is cut off in its cell is shown whole while the pointer rests on it. */
function nameIfCut(cell: HTMLElement): void {
  if (!cell.classList.contains(styles.cut ?? '')) return;
  const isCut = [...cell.querySelectorAll('*')].some(
    (one) => one.clientWidth > 0 && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1),
  );
  if (isCut && !cell.querySelector('[title]')) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}
