import { showCode } from '#features/code/code.public.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { a4, type Box, type Pdf, type TextLine, type TextStyle } from '#kernel/pdf/pdf.ts';
import type { PrintLayout } from './print.rules.ts';
import type { PrintedCode } from './printed-code.ts';
import { qrCode, qrSide } from './qr.ts';

/** Where codes stand on a page. Lengths in millimetres. */
interface Layout {
  columns: number;
  rows: number;
  cell: { width: number; height: number };
  /** The left upper corner of the first cell. */
  at: { x: number; y: number };
  /** Lines for the cutter; sheets of labels are cut already. */
  isCut: boolean;
  draw: (pdf: Pdf, code: PrintedCode, at: { x: number; y: number }) => Promise<void>;
}

const soft = '#6b655c';
const green = '#1b6b52';

/** A card as large as a bank card, ten a page; labels of 70 × 37 mm, 24 a page; 24 codes on a plain sheet. */
export const layouts: Record<PrintLayout, Layout> = {
  cards: { columns: 2, rows: 5, cell: { width: 85, height: 54 }, at: { x: 20, y: 13.5 }, isCut: true, draw: drawCard },
  labels: { columns: 3, rows: 8, cell: { width: 70, height: 37 }, at: { x: 0, y: 0.5 }, isCut: false, draw: drawLabel },
  sheet: { columns: 4, rows: 6, cell: { width: 46, height: 45 }, at: { x: 13, y: 13 }, isCut: false, draw: drawCell },
};

/** How many codes a page holds. */
export const onPage = ({ columns, rows }: Layout): number => columns * rows;

/** The left upper corner of a cell. */
export const cornerOf = ({ columns, cell, at }: Layout, index: number): { x: number; y: number } => ({
  x: at.x + (index % columns) * cell.width,
  y: at.y + Math.floor(index / columns) * cell.height,
});

/** Draws the lines along which cards are cut, to the edges of the page. */
export function drawCuts(pdf: Pdf, { columns, rows, cell, at }: Layout): void {
  const color = '#a8a094';
  pdf.artifact(() => {
    for (let column = 0; column <= columns; column++) {
      const x = at.x + column * cell.width;
      pdf.rule([x, 0], [x, a4.height], color, 1);
    }
    for (let row = 0; row <= rows; row++) {
      const y = at.y + row * cell.height;
      pdf.rule([0, y], [a4.width, y], color, 1);
    }
  });
}

async function drawCard(
  pdf: Pdf,
  { library, code, qr, qrName, title, terms, address }: PrintedCode,
  at: Corner,
): Promise<void> {
  const left = at.x + 6;
  const square = { x: at.x + 85 - 5.5 - qrSide, y: at.y + 13 };
  const { boxes, margin } = qrCode(qr, square);
  const width = square.x - margin - left;
  pdf.artifact(() => drawMark(pdf, { x: left, y: at.y + 6.2, width: 3, height: 3.6 }));
  const name = await pdf.line(library, { face: 'title', size: 7.5 });
  pdf.part('P', () => pdf.draw(name, { x: left + 4.6, y: at.y + 9.1, color: soft }));
  const named = await pdf.fit(title, { face: 'title', sizes: [15.5, 13, 11, 9, 7.5], width, most: 2 });
  const below = drawTitle(pdf, named, { x: left, y: at.y + 18.4 });
  await drawCode(pdf, code, { x: left, y: below + 1.4, size: 14 });
  drawQr(pdf, boxes, qrName, square);
  if (address !== '') {
    const [line] = await pdf.fit(address, { face: 'text', sizes: [6, 5], width: 33, most: 1 });
    const position = { x: square.x + qrSide / 2, y: at.y + 38 + margin + 1.6, color: soft, align: 'center' } as const;
    if (line) pdf.part('P', () => pdf.draw(line, position));
  }
  await drawTerms(pdf, terms, { x: left, bottom: at.y + 49, width, size: 6.4 });
}

async function drawLabel(pdf: Pdf, { code, qr, qrName, title, terms }: PrintedCode, at: Corner): Promise<void> {
  const square = { x: at.x + 4.5, y: at.y + 6 };
  const { boxes, margin } = qrCode(qr, square);
  const left = square.x + qrSide + margin;
  const width = at.x + 70 - 2.5 - left;
  const named = await pdf.fit(title, { face: 'title', sizes: [10, 8.5, 7, 6], width, most: 2 });
  const below = drawTitle(pdf, named, { x: left, y: at.y + 9 });
  await drawCode(pdf, code, { x: left, y: below + 1.2, size: 10.5 });
  drawQr(pdf, boxes, qrName, square);
  await drawTerms(pdf, terms, { x: left, bottom: at.y + 32, width, size: 5.2 });
}

async function drawCell(pdf: Pdf, { code, qr, qrName, title, terms: [terms] }: PrintedCode, at: Corner): Promise<void> {
  const middle = at.x + 23;
  const square = { x: middle - qrSide / 2, y: at.y };
  drawQr(pdf, qrCode(qr, square).boxes, qrName, square);
  const width = 42;
  await drawCode(pdf, code, { x: middle, y: at.y + 32, size: 10.5, align: 'center' });
  const [named] = await pdf.fit(title, { face: 'text', sizes: [6.5, 5.5], width, most: 1 });
  if (named) pdf.part('P', () => pdf.draw(named, { x: middle, y: at.y + 35.6, color: soft, align: 'center' }));
  const [line] = await pdf.fit(terms?.lines.at(-1) ?? '', { face: 'text', sizes: [5.5, 5], width, most: 1 });
  if (line) pdf.part('P', () => pdf.draw(line, { x: middle, y: at.y + 38.4, color: soft, align: 'center' }));
}

type Corner = Pick<Box, 'x' | 'y'>;

// Millimetres between base lines for a text size in points.
const leading = ({ style }: TextLine) => style.size * 0.43;

/** The title of what a code opens, which heads the card; returns the base line below it. */
function drawTitle(pdf: Pdf, lines: readonly TextLine[], { x, y }: Corner): number {
  let below = y;
  pdf.part('H1', () => {
    for (const line of lines) {
      pdf.draw(line, { x, y: below });
      below += leading(line);
    }
  });
  return below;
}

function drawQr(pdf: Pdf, boxes: readonly Box[], alt: string, at: Corner): void {
  const box = { ...at, width: qrSide, height: qrSide };
  pdf.part('Figure', () => pdf.paint(boxes, '#000'), { picture: { alt, box } });
}

/** The library's mark: a book seen from its back. */
function drawMark(pdf: Pdf, box: Box): void {
  pdf.paint([box], green, 0.5);
  pdf.paint([{ ...box, width: 0.7 }], '#12402f', 0.2);
}

/** The code in groups; its dashes are grey, because they need not be typed. */
async function drawCode(
  pdf: Pdf,
  code: string,
  { x, y, size, align = 'left' }: Corner & { size: number; align?: 'left' | 'center' },
): Promise<void> {
  const style: TextStyle = { face: 'code', size };
  const parts: { line: TextLine; isDash: boolean }[] = [];
  for (const [part] of showCode(code).matchAll(/-|[^-]+/g))
    parts.push({ line: await pdf.line(part.replace('-', '–'), style), isDash: part === '-' });
  const width = parts.reduce((sum, { line }) => sum + line.width, 0);
  const draw = () => {
    let left = align === 'left' ? x : x - width / 2;
    for (const { line, isDash } of parts) {
      pdf.draw(line, { x: left, y, ...(isDash && { color: '#a8a094' }) });
      left += line.width;
    }
  };
  pdf.part('P', draw, { actual: showCode(code) });
}

/** The terms in each language, the last line at the bottom. */
async function drawTerms(
  pdf: Pdf,
  terms: PrintedCode['terms'],
  { x, bottom, width, size }: { x: number; bottom: number; width: number; size: number },
): Promise<void> {
  const texts: { locale: Locale; lines: TextLine[] }[] = [];
  for (const { locale, lines } of terms) {
    texts.push({ locale, lines: await pdf.lines(lines.join('\n'), { face: 'text', size, locale }, width) });
  }
  const heights = texts.map(({ lines }) => lines.reduce((sum, line) => sum + leading(line), 0) + 0.8);
  // The base line of the line above the first one.
  let y = bottom - heights.reduce((sum, height) => sum + height, 0);
  for (const { locale, lines } of texts) {
    y += 0.8;
    const draw = () => {
      for (const line of lines) {
        y += leading(line);
        pdf.draw(line, { x, y, color: '#3d3933' });
      }
    };
    pdf.part('P', draw, { locale });
  }
}
