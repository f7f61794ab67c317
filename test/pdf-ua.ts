import { PDFiumLibrary } from '@hyzyla/pdfium';
import { called, numbersTo, type Pdfium, pageIn, type ReadPart, readStructure, textBy } from './pdf-structure.ts';

/**
 * What keeps a document from being what it claims, PDF/UA-1 (ISO 14289-1), as far as programs can tell: the sections of the
 * standard are named. An empty list if nothing does.
 */
export async function faultsOfPdf(file: Uint8Array): Promise<string[]> {
  const written = Buffer.from(file).toString('latin1');
  const pages = await readStructure(file);
  const elements = elementsIn(written);
  const { unmarked, unread } = await drawnOutside(file);
  return [
    ...faultsOfDocument(written),
    ...unmarked.map((page) => `7.1: something on page ${page} is neither in a part nor an artifact`),
    ...unread.map((page) => `7.1: something on page ${page} is in a part that the structure lacks`),
    ...pages.flatMap(({ parts }) => parts.flatMap(faultsOfPart)),
    ...faultsOfHeadings(elements.map(({ type }) => type)),
    ...faultsOfTables(elements),
    ...faultsOfFonts(written),
  ];
}

function faultsOfDocument(written: string): string[] {
  const title = /<dc:title>.*?<rdf:li[^>]*>(.*?)<\/rdf:li>/s.exec(written)?.[1] ?? '';
  const needed: [string, boolean][] = [
    ['5: the metadata do not claim it', written.includes('<pdfuaid:part>1</pdfuaid:part>')],
    ['7.1: the metadata have no title', title.trim() !== ''],
    ['7.1: the title is not shown', written.includes('/DisplayDocTitle true')],
    ['7.1: it is not marked', written.includes('/Marked true') && !written.includes('/Suspects true')],
    ['7.2: it has no language', /\/Lang \([a-z]{2}[^)]*\)/.test(written)],
    ['7.16: it is encrypted', !written.includes('/Encrypt')],
    ['7.18: it has annotations', !written.includes('/Annots')],
  ];
  return needed.flatMap(([fault, holds]) => (holds ? [] : [fault]));
}

function faultsOfPart(part: ReadPart): string[] {
  const { type, alt, lang, parts } = part;
  return [
    ...(type === 'Figure' && (alt ?? '').trim() === '' ? ['7.3: a picture has no text'] : []),
    ...(lang !== undefined && !isLanguage(lang) ? [`7.2: “${lang}” is no language`] : []),
    ...parts.flatMap(faultsOfPart),
  ];
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** An element of the structure as it is written. */
interface Element {
  id: number;
  type: string;
  scope: string | undefined;
  box: boolean;
  within: number[];
}

/** The elements in the order in which they are read; PDFium tells neither their cells without a text nor their attributes. */
function elementsIn(written: string): Element[] {
  const found = new Map<number, Element>();
  for (const [, id = '', body = ''] of written.matchAll(/(?:^|\n)(\d+) 0 obj\n<<\n(\/S \/\w+\n.*?)\nendobj/gs)) {
    const kids = /\/K \[([^\]]*)\]/.exec(body)?.[1] ?? '';
    found.set(Number(id), {
      id: Number(id),
      type: /\/S \/(\w+)/.exec(body)?.[1] ?? '',
      scope: /\/Scope \/(\w+)/.exec(body)?.[1],
      box: body.includes('/BBox ['),
      within: [...kids.matchAll(/(\d+) 0 R/g)].map(([, kid]) => Number(kid)),
    });
  }
  const inOrder = (element: Element): Element[] => [
    element,
    ...element.within.flatMap((id) => inOrder(found.get(id) ?? { ...element, type: 'lost', within: [] })),
  ];
  return [...found.values()].filter(({ type }) => type === 'Document').flatMap(inOrder);
}

/** If there are headings, the first is of the first level, and none is skipped. */
function faultsOfHeadings(types: readonly string[]): string[] {
  const levels = types.flatMap((type) => (/^H\d$/.test(type) ? [Number(type.slice(1))] : []));
  const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
  return skipped.map((level) => `7.4: H${level} skips a level`);
}

const faultsOfTables = (elements: readonly Element[]): string[] => {
  const typeOf = new Map(elements.map(({ id, type }) => [id, type]));
  const typesIn = ({ within }: Element) => within.map((id) => typeOf.get(id) ?? 'lost');
  return elements.flatMap((element) => {
    const { type, scope, box } = element;
    if (type === 'lost') return ['7.1: a part is missing'];
    if (type === 'TH' && scope !== 'Row' && scope !== 'Column') return ['7.5: a head does not say what it heads'];
    if (type === 'Figure' && !box) return ['7.3: a picture does not say where it is'];
    if (type === 'TR')
      return typesIn(element).every((one) => one === 'TH' || one === 'TD') ? [] : ['7.2: a row has more than cells'];
    if (type !== 'Table') return [];
    const rows = elements.filter(({ id }) => element.within.includes(id));
    const widths = new Set(rows.map(({ within }) => within.length));
    return [
      ...(typesIn(element).every((one) => one === 'TR') ? [] : ['7.2: a table has more than rows']),
      ...(widths.size > 1 ? [`7.5: rows of one table have ${[...widths].join(' and ')} cells`] : []),
      ...(rows.some((row) => typesIn(row).includes('TH')) ? [] : ['7.5: a table has no heads']),
    ];
  });
};

function faultsOfFonts(written: string): string[] {
  const count = (pattern: RegExp) => [...written.matchAll(pattern)].length;
  const fonts = count(/\/Subtype \/(?:Type0|Type1|TrueType|Type3)\b/g);
  return [
    ...(count(/\/FontFile2? \d+ 0 R|\/FontFile3 \d+ 0 R/g) < fonts ? ['7.21: a font is not embedded'] : []),
    ...(count(/\/ToUnicode \d+ 0 R/g) < fonts ? ['7.21: a font does not say its characters'] : []),
  ];
}

/** The pages with something drawn outside parts and artifacts, and those with something in a part that nobody reads. */
async function drawnOutside(file: Uint8Array): Promise<{ unmarked: number[]; unread: number[] }> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(file);
  const outside = { unmarked: [] as number[], unread: [] as number[] };
  for (const index of numbersTo(document.getPageCount())) {
    const { pdfium, page } = pageIn(document, index);
    const tree = called(pdfium, 'FPDF_StructTree_GetForPage', page);
    const read = new Set(
      numbersTo(called(pdfium, 'FPDF_StructTree_CountChildren', tree)).flatMap((child) =>
        contentsOf(pdfium, called(pdfium, 'FPDF_StructTree_GetChildAtIndex', tree, child)),
      ),
    );
    called(pdfium, 'FPDF_StructTree_Close', tree);
    for (const at of numbersTo(called(pdfium, 'FPDFPage_CountObjects', page))) {
      const object = called(pdfium, 'FPDFPage_GetObject', page, at);
      const content = called(pdfium, 'FPDFPageObj_GetMarkedContentID', object);
      if (content < 0 ? !isArtifact(pdfium, object) : !read.has(content))
        (content < 0 ? outside.unmarked : outside.unread).push(index + 1);
    }
  }
  document.destroy();
  library.destroy();
  return outside;
}

const isArtifact = (pdfium: Pdfium, object: number): boolean =>
  numbersTo(called(pdfium, 'FPDFPageObj_CountMarks', object)).some((at) => {
    const mark = called(pdfium, 'FPDFPageObj_GetMark', object, at);
    return markName(pdfium, mark) === 'Artifact';
  });

/** The size of the name stands beside it, in a pointer of its own. */
function markName(pdfium: Pdfium, mark: number): string | undefined {
  const size = pdfium.wasmExports.malloc(4);
  const name = textBy(pdfium, (pointer, most) => {
    called(pdfium, 'FPDFPageObjMark_GetName', mark, pointer, most, size);
    return new DataView(pdfium.HEAPU8.buffer).getUint32(size, true);
  });
  pdfium.wasmExports.free(size);
  return name;
}

const contentsOf = (pdfium: Pdfium, element: number): number[] =>
  numbersTo(called(pdfium, 'FPDF_StructElement_CountChildren', element)).flatMap((at) => {
    const child = called(pdfium, 'FPDF_StructElement_GetChildAtIndex', element, at);
    if (child !== 0) return contentsOf(pdfium, child);
    return [called(pdfium, 'FPDF_StructElement_GetChildMarkedContentID', element, at)];
  });
