/** The text of a cell whose formula has no stored result: what it would show is not in the file. */
export const notCalculated = '#UNCALCULATED!';

/** What a spreadsheet left in a cell instead of the value: a message key. */
export type SpreadsheetFault = 'invalid.not_calculated' | 'invalid.sheet_error' | 'invalid.shortened';

// A CSV has them in the language of the spreadsheet; Korean and Japanese ones write the English.
const errors = [
  'N/A|NAME?|REF!|VALUE!|DIV/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA|ERROR!',
  'N/D|¿NOMBRE?|¡REF!|¡VALOR!|¡DIV/0!|¡NUM!|¡NULO!|¡DESBORDAMIENTO!|¡CALC!|¡CAMPO!|¡BLOQUEADO!|¡CONECTAR!',
  'YOK|AD?|BAŞV!|DEĞER!|SAYI/0!|SAYI!|BOŞ!|TAŞMA!|HESAPLA!|ALAN!|BLOKE!|BAĞLAN!',
  'NV|BEZUG!|WERT!|ZAHL!|NOM?|VALEUR!|NOMBRE!|NUL!|NOME?|VALOR!|VALORE!|RIF!|NÚM!|NULO!',
];
const sheetError = new RegExp(`^#(?:${errors.join('|').replaceAll('?', '\\?')}|#+)$|^Err:\\d{3}$`, 'i');
// 9.79119E+12, with a decimal comma in many languages; pandas and JavaScript write a small e.
const shortened = /^[+-]?\d(?:[.,]\d+E[+-]?|E\+)\d{1,3}$/i;

const suspect = /^(?:#|Err:|[+-]?\d[.,eE])/i;

/** Whether a cell holds an error, or a number that was shortened, instead of its value; undefined for any other text. */
export function spreadsheetFault(text: string): SpreadsheetFault | undefined {
  // Nearly every cell is something else, and a sheet has millions.
  if (!suspect.test(text)) return undefined;
  if (text === notCalculated) return 'invalid.not_calculated';
  if (sheetError.test(text)) return 'invalid.sheet_error';
  return shortened.test(text) ? 'invalid.shortened' : undefined;
}

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const madeDate = new RegExp(
  `^(?:\\d{4}-\\d\\d-\\d\\d(?:[ T]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)?|\\d{1,2}-(?:${months})(?:-\\d\\d|-\\d{4})?|(?:${months})-\\d\\d)$`,
);

/** Whether an id is a date as spreadsheets write one: they make it of ids such as MAR-1 and 1-2. */
export const isMadeDate = (id: string): boolean => madeDate.test(id);

// The digits of a number with a zero before them, in powers of ten, or more of them than Excel shows. An ISBN is left as it is:
// programs read it from our sheets, and one that was shortened is refused.
const changedNumber = /^(?:0\d+|\d+(?:[.,]\d+)?E[+-]?\d+|(?!97[89]\d{10}$)\d{12,})$/i;
const monthNames =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?';
// Days and months such as 1-2, MAR-01 and MARCH1; what is written as 2024-03-01 is meant as a date.
const changedDate = new RegExp(
  `^(?:\\d{1,2}-\\d{1,2}(?:-\\d{1,4})?|\\d{1,2}-?(?:${monthNames})(?:-?\\d{1,4})?|(?:${monthNames})-?\\d{1,4})$`,
  'i',
);

/** Whether a spreadsheet makes another text of this one: a number of `00123` and `5204329933E5`, a date of `MAR-01`. */
export const isChangedBySpreadsheet = (text: string): boolean =>
  // Most cells are neither, and a sheet has millions.
  /^(?:\d|[A-Z]{3,9}-?\d)/i.test(text) && (changedNumber.test(text) || changedDate.test(text));

/** A whole number without the `.0` that a column of decimals gives it. */
export const wholeNumber = (text: string): string => (/^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text);

/** A day without the midnight that a column of times gives it. */
export const withoutMidnight = (text: string): string =>
  text.replace(/^(\d{4}-\d\d-\d\d)[ T]00:00(?::00(?:\.0+)?)?$/, '$1');
