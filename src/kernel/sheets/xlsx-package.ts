import { illegalCharacter } from '../xml/xml-scan.ts';
import type { ColumnWidths } from './xlsx-columns.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const schemas = 'http://schemas.openxmlformats.org';
const spreadsheet = `${schemas}/spreadsheetml/2006/main`;
const relations = `${schemas}/officeDocument/2006/relationships`;
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The part name of a sheet; sheets count from 1. */
export const sheetPart = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;
/** The first row, the heading, stays visible. */
const frozen =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
export const sheetStart = (widths: ColumnWidths): string =>
  `${declaration}<worksheet xmlns="${spreadsheet}">${frozen}${widths.xml()}<sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';
/** The cell style of texts that look like formulas: quoted, as if typed with an apostrophe in front. */
export const quotedStyle = 1;

const plainStyle = 'fontId="0" fillId="0" borderId="0" xfId="0"';
// Smaller ones are those of Excel itself.
const firstFormat = 164;

/** The cell styles of number formats, which are numbered as they are first used. */
export class CellStyles {
  readonly #formats = new Map<string, number>();

  of(format: string): number {
    const known = this.#formats.get(format);
    if (known !== undefined) return known;
    const style = quotedStyle + 1 + this.#formats.size;
    this.#formats.set(format, style);
    return style;
  }

  /** Their parts of the style sheet: the formats, and the styles, whose count includes those without one. */
  xml(): { formats: string; styles: string } {
    const formats = [...this.#formats.keys()].map((code, index) => ({ code, id: firstFormat + index }));
    const defined = formats.map(({ code, id }) => `<numFmt numFmtId="${id}" formatCode="${xmlText(code)}"/>`);
    const styles = [
      `<xf numFmtId="0" ${plainStyle}/>`,
      `<xf numFmtId="0" ${plainStyle} quotePrefix="1"/>`,
      ...formats.map(({ id }) => `<xf numFmtId="${id}" ${plainStyle} applyNumberFormat="1"/>`),
    ];
    return {
      formats: defined.length === 0 ? '' : `<numFmts count="${defined.length}">${defined.join('')}</numFmts>`,
      styles: `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>`,
    };
  }
}

/** Everything in a workbook except its sheets: part names and their XML. Sheets after the first have numbered names. */
export function fixedParts(sheet: string, count: number, cellStyles: CellStyles): [name: string, xml: string][] {
  const sheets = Array.from({ length: count }, (_, index) => index + 1);
  const types = sheets.map((n) => `<Override PartName="/${sheetPart(n)}" ContentType="${contentType}.worksheet+xml"/>`);
  const { formats, styles } = cellStyles.xml();
  const names = sheets.map((n) => `<sheet name="${xmlText(sheetName(sheet, n))}" sheetId="${n}" r:id="rId${n}"/>`);
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${types.join('')}</Types>`,
    ],
    ['_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets>${names.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationships([
        ...sheets.map((n): [string, string] => ['worksheet', `worksheets/sheet${n}.xml`]),
        ['styles', 'styles.xml'],
      ]),
    ],
    [
      'xl/styles.xml',
      `${declaration}<styleSheet xmlns="${spreadsheet}">${formats}<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${styles}</styleSheet>`,
    ],
  ];
}

function relationships(targets: [kind: string, target: string][]): string {
  const list = targets.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${schemas}/package/2006/relationships">${list.join('')}</Relationships>`;
}

/** A name accepted by Excel: 1 to 31 characters, without those reserved for references; unique in the workbook. */
function sheetName(wanted: string, sheet: number): string {
  const allowed = wanted.replace(/[[\]:*?/\\]/g, ' ').replace(/^'+|'+$/g, '');
  const end = sheet === 1 ? '' : ` ${sheet}`;
  return `${allowed.slice(0, 31 - end.length).trim() || 'Sheet1'}${end}`;
}

const markup: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '_x000D_',
  _: '_x005F_',
};
const special = new RegExp(`[&<>"\\r]|_(?=x[0-9a-fA-F]{4}_)|${illegalCharacter.source}`, 'g');

/** Text escaped for XML and for spreadsheets; characters they cannot contain are dropped. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(special, (char) => markup[char] ?? '');
}
