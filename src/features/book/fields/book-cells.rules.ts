import { isDay } from '#kernel/text/calendar-days.rules.ts';
import { problemOfId } from '#kernel/text/chosen-id.rules.ts';
import { isMadeDate, spreadsheetFault, wholeNumber, withoutMidnight } from '#kernel/text/spreadsheet-fault.rules.ts';
import { cleanId, cleanText, cleanTitle } from '#kernel/text/text-forms.rules.ts';
import { type BookField, type BookFieldName, bidRule, cefrLevels, levelTypes } from './book-fields.rules.ts';
import { faultOfIsbn, readIsbn } from './isbn.rules.ts';

/** A message key and its values: the problem of a cell. */
interface CellProblem {
  problem: string;
  values?: Record<string, string | number>;
}

/** The value of a cell: its canonical text (an integer as its digits), or null for an empty one; or its problem. */
type Cell = { value: string | null } | CellProblem;

/** Texts by field; absent or null if a book has none. */
export type BookTexts = Partial<Record<BookFieldName, string | null>>;

/** Something to check that does not block saving. */
interface BookWarning {
  field: BookFieldName;
  key: string;
  values?: Record<string, string | number>;
}

/** Reads one cell of a sheet or one field of a form: cleans, checks and normalizes it. */
export function normalizeCell(field: BookField, text: string): Cell {
  const trimmed = (withoutAdded[field.name] ?? same)((field.isLong ? cleanText : cleanTitle)(text));
  if (trimmed === '') return empty;
  const line = field.isLong ? trimmed.replace(/\r\n?/g, '\n') : trimmed;
  if (line.length > field.max) return { problem: 'invalid.too_long', values: { limit: field.max } };
  if (forbidden(field).test(line)) return { problem: 'invalid.characters' };
  const fault = spreadsheetFault(line);
  if (fault) return { problem: fault };
  return (special[field.name] ?? asTyped)(line);
}

/**
 * A cell of a row of the sheet, in a file or in a call: '' leaves the field as it is, null clears it. A new book needs
 * every required field, an existing one only its bid; which of the two it is, the plan decides.
 */
export function checkCell(field: BookField, given: string | number | null | undefined): Cell {
  if (given === null) return field.required ? { problem: 'book.row_required' } : { value: null };
  // Most cells of a sheet are empty: skip them quickly.
  const cell = given === undefined || given === '' ? empty : normalizeCell(field, String(given));
  if ('problem' in cell || cell.value !== null) return cell;
  return field.name === 'bid' ? { problem: 'book.row_required' } : left;
}

const empty: Cell = { value: null };
const left: Cell = { value: '' };

const control = /[\u0000-\u001f\u007f-\u009f]/;
const controlButBreaks = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const forbidden = (field: BookField) => (field.isLong ? controlButBreaks : control);

const same = (text: string) => text;

/** Fields whose cells come with a `.0` or a midnight that programs add. */
const withoutAdded: Partial<Record<BookFieldName, (text: string) => string>> = {
  bid: (text) => wholeNumber(cleanId(text)),
  isbn_print: wholeNumber,
  isbn_spindle: wholeNumber,
  epub_content_id: wholeNumber,
  word_count: wholeNumber,
  page_count: wholeNumber,
  released_date: (text) => withoutMidnight(wholeNumber(text)),
  rights_until: withoutMidnight,
};

type Reader = (text: string) => Cell;

const asTyped: Reader = (text) => ({ value: text });

const special: Partial<Record<BookFieldName, Reader>> = {
  bid: readBid,
  format: (text) => (/^[A-Z0-9_]{1,32}$/.test(text) ? { value: text } : { problem: 'book.bad_format' }),
  isbn_print: readIsbnCell,
  isbn_spindle: readIsbnCell,
  released_date: readDate,
  level_type: readLevelType,
  lexile: readLexile,
  cefr_level: readCefr,
  epub_content_id: readCode,
  word_count: readInteger,
  page_count: readInteger,
  audio: readYesNo,
  video: readYesNo,
};

function readBid(text: string): Cell {
  if (isMadeDate(text)) return madeDate;
  const problem = problemOfId(text, bidRule);
  if (problem === 'form') return { problem: 'book.bad_bid' };
  return problem === 'reserved' ? { problem: 'book.reserved_bid', values: { word: text } } : { value: text };
}

const madeDate: Cell = { problem: 'invalid.made_date' };

function readCode(text: string): Cell {
  return isMadeDate(text) ? madeDate : { value: text };
}

function readIsbnCell(text: string): Cell {
  return isMadeDate(text) ? madeDate : { value: readIsbn(text) };
}

function readDate(text: string): Cell {
  const date = text.replace(/^−/, '-');
  const valid = /^-?\d{1,6}$/.test(date) || /^\d{4}-(0[1-9]|1[0-2])$/.test(date) || isDay(date);
  return valid ? { value: date } : { problem: 'book.bad_date' };
}

function readLevelType(text: string): Cell {
  const found = levelTypes.find((type) => type.toLowerCase() === text.toLowerCase());
  return found ? { value: found } : { problem: 'invalid.choice', values: { choices: levelTypes.join(', ') } };
}

// A measure, optionally preceded by the publisher's code (BR = below zero); NP and BR appear alone in older lists.
function readLexile(text: string): Cell {
  const found = /^(AD|BR|GN|HL|IG|NC)?[\s-]?(\d{1,4})\s?L?$|^(BR|NP)$/i.exec(text);
  if (!found) return { problem: 'book.bad_lexile' };
  const [, code = '', measure, alone] = found;
  return { value: alone?.toUpperCase() ?? `${code.toUpperCase()}${Number(measure)}L` };
}

function readCefr(text: string): Cell {
  const parts = text
    .split(/[,;/]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const plain = (part: string) => part.toLowerCase().replace(/[\s-]/g, '');
  const unknown = parts.find((part) => !cefrLevels.some((level) => plain(level) === plain(part)));
  if (unknown !== undefined) return { problem: 'invalid.choice', values: { choices: cefrLevels.join(', ') } };
  const given = new Set(parts.map(plain));
  const value = cefrLevels.filter((level) => given.has(plain(level))).join(',');
  return { value: value === '' ? null : value };
}

function readInteger(text: string): Cell {
  const digits = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  if (!/^\d+$/.test(digits)) return { problem: 'book.bad_integer' };
  const number = Number(digits);
  return number > 2_147_483_647
    ? { problem: 'invalid.too_big', values: { limit: 2_147_483_647 } }
    : { value: String(number) };
}

function readYesNo(text: string): Cell {
  if (/^(y|yes)$/i.test(text)) return { value: 'Y' };
  return /^(n|no)$/i.test(text) ? { value: 'N' } : { problem: 'invalid.choice', values: { choices: 'Y, N' } };
}

/** What staff should check in a book whose cells are all valid. */
export function warningsOf(values: BookTexts): BookWarning[] {
  return [
    ...isbnWarnings('isbn_print', values.isbn_print),
    ...isbnWarnings('isbn_spindle', values.isbn_spindle),
    ...levelWarnings(values),
  ];
}

function isbnWarnings(field: BookFieldName, isbn: string | null | undefined): BookWarning[] {
  const fault = isbn ? faultOfIsbn(isbn) : null;
  return fault ? [{ field, key: `book.warn_isbn_${fault}` }] : [];
}

function levelWarnings({ level_type: type, lexile, cefr_level: cefr }: BookTexts): BookWarning[] {
  const warnings: BookWarning[] = [];
  if (type === 'Lexile' && !lexile) warnings.push({ field: 'lexile', key: 'book.warn_level_missing' });
  if (type === 'CEFR' && !cefr) warnings.push({ field: 'cefr_level', key: 'book.warn_level_missing' });
  if (type !== 'Lexile' && lexile) warnings.push({ field: 'lexile', key: 'book.warn_level_hidden' });
  if (type !== 'CEFR' && cefr) warnings.push({ field: 'cefr_level', key: 'book.warn_level_hidden' });
  return warnings;
}
