import type { XmlAttributes } from '../xml/xml-scan.ts';
import { builtInFormat, type NumberFormat, numberFormat } from './xlsx-number.ts';
import { readElements } from './xlsx-part.ts';
import type { ZipParts } from './zip-parts.ts';

/** The number format of each cell style, in order: cells refer to them by number. */
export async function readFormats(
  parts: ZipParts,
  name: string | undefined,
): Promise<readonly (NumberFormat | undefined)[]> {
  const defined = new Map<number, NumberFormat | undefined>();
  const ids: number[] = [];
  // Both <xf> and <numFmt> also occur in sections unrelated to cells.
  let section = '';
  const visit = (element: string, attributes: XmlAttributes) => {
    if (sections.has(element)) section = element;
    else if (element === 'numFmt' && section === 'numFmts') {
      defined.set(Number(attributes.get('numFmtId')), numberFormat(attributes.get('formatCode') ?? ''));
    } else if (element === 'xf' && section === 'cellXfs') ids.push(Number(attributes.get('numFmtId') ?? 0));
  };
  if (name !== undefined) await readElements(parts, name, visit);
  return ids.map((id) => (defined.has(id) ? defined.get(id) : builtInFormat(id)));
}

const sections = new Set(['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles', 'dxfs']);
