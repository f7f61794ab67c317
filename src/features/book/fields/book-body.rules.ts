import type { FieldProblem } from '#kernel/messages/errors.ts';
import { normalizeCell } from './book-cells.rules.ts';
import { bookFields, defaultFormat, findBookField, isReference, referenceColumns } from './book-fields.rules.ts';

type Value = string | number | null;

/** The editor's fields, ready to be stored, and the problems by field. */
export interface ReadBody {
  columns: Record<string, Value>;
  problems: Record<string, FieldProblem>;
}

const required: FieldProblem = { key: 'invalid.required' };

/** Reads the fields that are present; an empty one clears. References are keys and pass unchanged. */
export function readBody(body: Record<string, Value | undefined>): ReadBody {
  const read: ReadBody = { columns: {}, problems: {} };
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    const field = findBookField(name);
    if (!field) {
      read.columns[name] = value;
      continue;
    }
    const cell = normalizeCell(field, value === null ? '' : String(value));
    if ('problem' in cell) read.problems[name] = { key: cell.problem, values: cell.values };
    else if (cell.value === null && field.required) read.problems[name] = required;
    else read.columns[name] = stored(name, field.isWhole, cell.value);
  }
  return read;
}

function stored(name: string, integer: boolean, text: string | null): Value {
  if (text === null) return name === 'format' ? defaultFormat : null;
  return integer ? Number(text) : text;
}

/** Reads the fields of a new book, which needs every required one. */
export function readNewBody(body: Record<string, Value | undefined>): ReadBody {
  const read = readBody({ format: null, ...body });
  for (const { name, required: needed } of bookFields) {
    const column = isReference(name) ? referenceColumns[name] : name;
    if (needed && !(column in read.columns)) read.problems[column] ??= required;
  }
  return read;
}
