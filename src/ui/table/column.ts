import type { ReactNode } from 'react';
import type { Staged } from '#client/staged.ts';
import styles from '../kit/table.module.css';

/** One column of a list. */
export interface Column<Row> {
  key: string;
  label: string;
  /** `edit` opens the editor of a cell of this row, by the key of its column. */
  render: (row: Row, edit: (column: string) => void) => ReactNode;
  /** The list can be sorted by this column; its key is the value of the `sort` parameter. */
  sortable?: boolean;
  /** `lead` names the row and takes the remaining width; `cut` truncates a long text with an ellipsis. */
  align?: 'lead' | 'number' | 'nowrap' | 'cut' | 'actions';
  /** Hidden on a phone. */
  aside?: boolean;
  /** Always shown, where people choose the columns of a list. */
  fixed?: boolean;
  /** Its cells can be edited in place. */
  edit?: CellEdit<Row>;
}

/** How the cells of a column are edited in place. */
export interface CellEdit<Row> {
  /** The field of the record, as named in the error of a refused save. */
  field: string;
  max: number;
  /** Says what failed, before the reason. */
  failed: string;
  /** The row has its own button for it, marked `data-edit`. */
  hasButton?: boolean;
  text: (row: Row) => string;
  /** Saves a text; `over` is the version to replace if it is not the row's. Returns the act, which a notice offers to undo. */
  save: (row: Row, text: string, over: number | undefined) => Promise<number | void>;
  /** What would be saved, for a record that releases change: asked for while the reader works on a release. */
  toStage?: (row: Row, text: string) => Staged;
  /** Creates a record that somebody has deleted with the typed text; resolves to what shows it. */
  again?: { create: (row: Row, text: string) => Promise<() => void>; lost?: (row: Row) => string | undefined };
  /** Shows what somebody else saved in the meantime. */
  take: (row: Row, text: string, version: number) => void;
}

export const classOf = <Row>({ align, aside }: Column<Row>) =>
  [align && styles[align], aside && styles.aside].filter(Boolean).join(' ') || undefined;
