import { posix } from 'node:path';
import { SheetError } from './sheet-error.ts';
import type { SheetReadOptions } from './sheet-rows.ts';
import { readElements } from './xlsx-part.ts';
import type { ZipParts } from './zip-parts.ts';

/** The parts of the sheet to read; names as in the package. */
interface Workbook {
  sheetPart: string;
  stringsPart: string | undefined;
  stylesPart: string | undefined;
  /** Dates count from 1904-01-01, as in workbooks from old Macs. */
  date1904: boolean;
}

interface Relationship {
  kind: string;
  part: string;
}

interface ListedSheet {
  name: string;
  hidden: boolean;
  part: string;
}

/** Reads which sheets a workbook has, and finds the one to read. */
export async function openWorkbook(parts: ZipParts, options: SheetReadOptions): Promise<Workbook> {
  const bookPart = await mainPart(parts);
  const relations = await relationships(parts, bookPart);
  const sheets: ListedSheet[] = [];
  let root: string | undefined;
  let date1904 = false;
  await readElements(parts, bookPart, (name, attributes) => {
    root ??= name;
    if (name === 'workbookPr') date1904 = ['1', 'true', 'on'].includes(attributes.get('date1904') ?? '');
    if (name !== 'sheet') return;
    const relation = relations.get(attributes.qualified('id') ?? '');
    if (relation?.kind !== 'worksheet') return;
    // Some writers use other values here for sheets that every program shows.
    const hidden = ['hidden', 'veryHidden'].includes(attributes.get('state') ?? '');
    sheets.push({ name: attributes.get('name') ?? '', hidden, part: relation.part });
  });
  if (root !== 'workbook') throw new SheetError('sheet.not_a_spreadsheet', {});
  return {
    sheetPart: chosenSheet(sheets, options).part,
    stringsPart: partOf(relations, 'sharedStrings'),
    stylesPart: partOf(relations, 'styles'),
    date1904,
  };
}

/** Sheet names are unique regardless of case, so they are compared that way. */
function chosenSheet(sheets: readonly ListedSheet[], { sheet, strictSheet }: SheetReadOptions): ListedSheet {
  const wanted = sheet?.toLowerCase();
  const named = sheets.find((each) => each.name.toLowerCase() === wanted);
  if (named !== undefined) return named;
  if (strictSheet && sheet !== undefined) throw new SheetError('sheet.not_found', { name: sheet });
  const visible = sheets.find((each) => !each.hidden);
  if (visible === undefined) throw new SheetError('sheet.no_sheet', {});
  return visible;
}

async function mainPart(parts: ZipParts): Promise<string> {
  if (!parts.has('_rels/.rels')) {
    if (parts.has('content.xml')) throw new SheetError('sheet.unsupported_format', { format: 'ods' });
    throw new SheetError('sheet.not_a_spreadsheet', {});
  }
  const main = partOf(await relationships(parts, ''), 'officeDocument');
  if (main === undefined) throw new SheetError('sheet.not_a_spreadsheet', {});
  if (main.endsWith('.bin')) throw new SheetError('sheet.unsupported_format', { format: 'xlsb' });
  return main;
}

function partOf(relations: ReadonlyMap<string, Relationship>, kind: string): string | undefined {
  return [...relations.values()].find((each) => each.kind === kind)?.part;
}

/** The parts that a part refers to, by id; targets are absolute ('/xl/styles.xml') or relative to the part. */
async function relationships(parts: ZipParts, base: string): Promise<ReadonlyMap<string, Relationship>> {
  const folder = posix.dirname(base);
  const found = new Map<string, Relationship>();
  await readElements(parts, posix.join(folder, '_rels', `${posix.basename(base)}.rels`), (name, attributes) => {
    if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
    const part = posix.resolve('/', folder, attributes.get('Target') ?? '').slice(1);
    found.set(attributes.get('Id') ?? '', { kind: posix.basename(attributes.get('Type') ?? ''), part });
  });
  return found;
}
