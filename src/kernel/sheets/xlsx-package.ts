import { illegalCharacter } from '../xml/xml-scan.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const schemas = 'http://schemas.openxmlformats.org';
const spreadsheet = `${schemas}/spreadsheetml/2006/main`;
const relations = `${schemas}/officeDocument/2006/relationships`;
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const sheetPart = 'xl/worksheets/sheet1.xml';
/** The first row, which has the headings, stays in sight. */
const frozen =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
export const sheetStart = `${declaration}<worksheet xmlns="${spreadsheet}">${frozen}<sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';
/** The cell style of texts that look like formulas: quoted, as if typed with an apostrophe in front. */
export const quotedStyle = 1;

/** Everything in a workbook except its only sheet: part names and their XML. */
export function fixedParts(sheet: string): [name: string, xml: string][] {
  const name = xmlText(sheetName(sheet));
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/><Override PartName="/${sheetPart}" ContentType="${contentType}.worksheet+xml"/></Types>`,
    ],
    ['_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationships([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    ],
    [
      'xl/styles.xml',
      `${declaration}<styleSheet xmlns="${spreadsheet}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`,
    ],
  ];
}

function relationships(targets: [kind: string, target: string][]): string {
  const list = targets.map(
    ([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${schemas}/package/2006/relationships">${list.join('')}</Relationships>`;
}

/** A name Excel accepts: 1 to 31 characters, none of those it keeps for references. */
function sheetName(wanted: string): string {
  const allowed = wanted.replace(/[[\]:*?/\\]/g, ' ').replace(/^'+|'+$/g, '');
  return allowed.slice(0, 31).trim() || 'Sheet1';
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

/** Text escaped for XML and for spreadsheets; characters they cannot hold are dropped. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(special, (char) => markup[char] ?? '');
}
