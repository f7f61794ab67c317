import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

/** A part of a document as programs that read aloud get it. */
export interface ReadPart {
  type: string;
  /** What is drawn in the part itself. */
  text: string;
  alt?: string;
  actual?: string;
  lang?: string;
  parts: ReadPart[];
}

type Call = (...numbers: number[]) => number;

/** The functions of PDFium, most of which the library has no types of. */
export type Pdfium = Record<`_FPDF${string}`, Call> & {
  HEAPU8: Uint8Array;
  wasmExports: Record<'malloc' | 'free', Call>;
};

/** The structure of each page, read with the library of a browser, and the text of what is in no part. */
export async function readStructure(file: Uint8Array): Promise<{ parts: ReadPart[]; artifacts: string }[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(file);
  const pages = Array.from({ length: document.getPageCount() }, (_, index) => readPage(document, index));
  document.destroy();
  library.destroy();
  return pages;
}

/** A page as PDFium's own functions take it. */
export function pageIn(document: PDFiumDocument, index: number): { pdfium: Pdfium; page: number } {
  const page = document.getPage(index);
  return { pdfium: Reflect.get(page, 'module') as Pdfium, page: Reflect.get(page, 'pageIdx') };
}

function readPage(document: PDFiumDocument, index: number) {
  const { pdfium, page: at } = pageIn(document, index);
  const texts = textsOf(pdfium, at);
  const tree = called(pdfium, 'FPDF_StructTree_GetForPage', at);
  const parts = numbersTo(called(pdfium, 'FPDF_StructTree_CountChildren', tree)).map((child) =>
    partOf(pdfium, called(pdfium, 'FPDF_StructTree_GetChildAtIndex', tree, child), texts),
  );
  called(pdfium, 'FPDF_StructTree_Close', tree);
  return { parts, artifacts: joined(texts.get(-1) ?? []) };
}

/** PDFium adds spaces where the font changes and where texts are apart. */
const joined = (texts: readonly string[]) => texts.join('').replace(/ +/g, ' ').trim();

export const called = (pdfium: Pdfium, name: `FPDF${string}`, ...numbers: number[]): number => {
  const call = pdfium[`_${name}`];
  if (!call) throw new Error(`PDFium has no ${name}`);
  return call(...numbers);
};

export const numbersTo = (count: number) => Array.from({ length: Math.max(0, count) }, (_, at) => at);

/** The drawn texts by the number of the marked content they are in; -1 is in none. */
function textsOf(pdfium: Pdfium, page: number): Map<number, string[]> {
  const texts = new Map<number, string[]>();
  const loaded = called(pdfium, 'FPDFText_LoadPage', page);
  for (const index of numbersTo(called(pdfium, 'FPDFPage_CountObjects', page))) {
    const object = called(pdfium, 'FPDFPage_GetObject', page, index);
    const isText = called(pdfium, 'FPDFPageObj_GetType', object) === 1;
    if (!isText) continue;
    const content = called(pdfium, 'FPDFPageObj_GetMarkedContentID', object);
    const text = textBy(pdfium, (...to) => called(pdfium, 'FPDFTextObj_GetText', object, loaded, ...to));
    texts.set(content, [...(texts.get(content) ?? []), text ?? '']);
  }
  return texts;
}

function partOf(pdfium: Pdfium, element: number, texts: Map<number, string[]>): ReadPart {
  const said = (name: 'Type' | 'AltText' | 'ActualText' | 'Lang') =>
    textBy(pdfium, (...to) => called(pdfium, `FPDF_StructElement_Get${name}`, element, ...to));
  const children = numbersTo(called(pdfium, 'FPDF_StructElement_CountChildren', element));
  const found: Record<string, string | undefined> = {
    alt: said('AltText'),
    actual: said('ActualText'),
    lang: said('Lang'),
  };
  return {
    type: said('Type') ?? '',
    text: joined(
      children
        .map((index) => called(pdfium, 'FPDF_StructElement_GetChildMarkedContentID', element, index))
        .flatMap((content) => (content < 0 ? [] : (texts.get(content) ?? []))),
    ),
    ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)),
    parts: children.flatMap((index) => {
      const child = called(pdfium, 'FPDF_StructElement_GetChildAtIndex', element, index);
      return child === 0 ? [] : [partOf(pdfium, child, texts)];
    }),
  };
}

/** What a function writes as UTF-16 to a pointer that it is given with its size; it tells the bytes that it needs. */
export function textBy(pdfium: Pdfium, write: (pointer: number, size: number) => number): string | undefined {
  const size = write(0, 0);
  if (size <= 2) return undefined;
  const pointer = pdfium.wasmExports.malloc(size);
  write(pointer, size);
  const text = new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(pointer, pointer + size - 2));
  pdfium.wasmExports.free(pointer);
  return text;
}

/** The document in lines, each part below what it is in. */
export const outlineOf = (parts: readonly ReadPart[], depth = 0): string[] =>
  parts.flatMap(({ type, text, alt, actual, lang, parts: within }) => [
    [`${' '.repeat(depth)}${type}`, lang, actual ?? alt ?? text].filter(Boolean).join(' '),
    ...outlineOf(within, depth + 1),
  ]);
