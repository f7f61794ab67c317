import { LRUCache } from 'lru-cache';
import { type Locale, languageTag } from '../messages/locale.ts';
import { xmlText } from '../xml/xml-write.ts';
import { type Face, fontFile, type Run, runsOf } from './typefaces.ts';
import { wrap } from './wrap.rules.ts';

// Points in a millimetre: PDF counts in points.
const mm = 72 / 25.4;

/** A4 in millimetres. */
export const a4 = { width: 210, height: 297 };

interface PdfOptions {
  title: string;
  /** The language of the document; Japanese and Korean write some characters differently. */
  locale: Locale;
}

/** How a text is drawn: `size` in points. */
export interface TextStyle {
  face: Face;
  size: number;
  /** The language of this text if it is another than the document's. */
  locale?: Locale;
}

/** A measured line of text. Its width is in millimetres. */
export interface TextLine {
  style: TextStyle;
  width: number;
  runs: readonly (Run & { width: number })[];
}

interface TextPosition {
  /** Where it begins, or ends with `align: 'right'`, in millimetres from the left. */
  x: number;
  /** The base line, in millimetres from the top. */
  y: number;
  color?: string;
  align?: 'left' | 'center' | 'right';
}

/** A rectangle, in millimetres. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What holds parts that belong together: a card, a table, a row of it. */
type Group = 'Sect' | 'Table' | 'TR';

/** What is read aloud as one thing: a heading, a text, a cell, a picture. */
export type Part = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure';

interface PartOptions {
  /** Its language if it is another than the document's. */
  locale?: Locale;
  /** Of a cell that heads others: whether these are below or beside it. */
  scope?: 'Row' | 'Column';
  /** What is read instead of what is drawn. */
  actual?: string;
  /** What a picture shows, and where it is. */
  picture?: { alt: string; box: Box };
}

/** How many measured texts are kept: those repeated on each page. */
const mostCached = 500;

/**
 * A PDF of A4 pages, drawn in millimetres and read while it is drawn. Fonts are embedded with the characters used; texts
 * are measured first, since only then their fonts are opened. Everything drawn is in a part, for programs that read
 * documents aloud, or is an artifact, which they skip; parts are read in the order in which they are drawn.
 */
export class Pdf {
  private readonly doc: PDFKit.PDFDocument;
  private readonly locale: Locale;
  private readonly opened = new Set<string>();
  private readonly measured = new LRUCache<string, TextLine[]>({ max: mostCached });

  /** The groups that are open, the document first. */
  private readonly groups: PDFKit.PDFStructureElement[];
  private isMarked = false;

  private constructor(doc: PDFKit.PDFDocument, locale: Locale) {
    this.doc = doc;
    this.locale = locale;
    const root = doc.struct('Document');
    doc.addStructure(root);
    this.groups = [root];
  }

  /** An empty document. */
  static async begin({ title, locale }: PdfOptions): Promise<Pdf> {
    // Loaded for the first document: most processes never draw one.
    const { default: PdfKit } = await import('pdfkit');
    const doc = new PdfKit({
      autoFirstPage: false,
      size: 'A4',
      margin: 0,
      info: { Title: title },
      lang: languageTag(locale),
      pdfVersion: '1.7',
      tagged: true,
      // The library's types lack it.
      ...({ subset: 'PDF/UA' } as object),
      displayTitle: true,
    });
    // The library writes the title into XML as it is.
    const endMetadata = doc.endMetadata.bind(doc);
    doc.endMetadata = () => {
      doc.info.Title = xmlText(title);
      endMetadata();
    };
    return new Pdf(doc, locale);
  }

  /** Measures a text that stays on one line. */
  async line(text: string, style: TextStyle): Promise<TextLine> {
    const [line] = await this.lines(text, style, Number.POSITIVE_INFINITY);
    return line ?? { style, width: 0, runs: [] };
  }

  /** Breaks a text into lines of at most this width. */
  async lines(text: string, style: TextStyle, width: number): Promise<TextLine[]> {
    const locale = style.locale ?? this.locale;
    const key = [style.face, style.size, locale, width, text].join('\n');
    const known = this.measured.get(key);
    if (known) return known;
    for (const { font } of runsOf(text.replaceAll('\n', ' '), style.face, locale)) await this.embed(font);
    const lineOf = (part: string) => this.measure(runsOf(part, style.face, locale), style);
    const fits = (part: string) => width === Number.POSITIVE_INFINITY || lineOf(part).width <= width;
    const lines = wrap(text, fits).map((part) => ({ ...lineOf(part), width: lineOf(part.trimEnd()).width }));
    this.measured.set(key, lines);
    return lines;
  }

  /**
   * The lines of a text that must fit into `most` of them: in the first of these sizes in which it does. In the last
   * size, what does not fit is cut off.
   */
  async fit(
    text: string,
    { face, sizes, width, most }: { face: Face; sizes: readonly number[]; width: number; most: number },
  ): Promise<TextLine[]> {
    let found: TextLine[] = [];
    for (const size of sizes) {
      found = await this.lines(text, { face, size }, width);
      if (found.length <= most) return found;
    }
    const shown = found.slice(0, most);
    const last = shown.pop();
    const style = { face, size: sizes.at(-1) ?? 0 };
    const words = last?.runs.map((run) => run.text).join('') ?? '';
    const cut = await this.lines(`${words.slice(0, -1)}…`, style, width);
    return [...shown, ...cut.slice(0, 1)];
  }

  /** Begins a page; what is drawn from now on is on it. */
  addPage(): void {
    this.doc.addPage();
  }

  /** Opens a group: parts and groups are in it until it is closed. */
  open(group: Group): void {
    this.groups.push(this.element(group));
  }

  close(): void {
    this.groups.pop()?.end();
  }

  /** Draws a part; of a cell without a text, there is nothing to draw. */
  part(part: Part, draw?: () => void, { locale, scope, actual, picture }: PartOptions = {}): void {
    const element = this.element(part, {
      ...(locale && locale !== this.locale && { lang: languageTag(locale) }),
      ...(scope && { scope }),
      ...(actual !== undefined && { actual }),
      ...(picture && { alt: picture.alt, bbox: edgesOf(picture.box) }),
    });
    if (draw) element.add(() => this.marked(draw));
    element.end();
    release(element);
  }

  /** Draws what only decorates or repeats, such as the number of a page. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact');
    this.marked(draw);
    this.doc.endMarkedContent();
  }

  private element(type: Group | Part, options?: PDFKit.Mixins.StructureElementOptions): PDFKit.PDFStructureElement {
    const element = this.doc.struct(type, options);
    this.groups.at(-1)?.add(element);
    return element;
  }

  private marked(draw: () => void): void {
    this.isMarked = true;
    draw();
    this.isMarked = false;
  }

  private requireMarked(): void {
    if (!this.isMarked) throw new Error('Pdf: what is drawn is neither in a part nor an artifact');
  }

  /** Draws a measured line. */
  draw(line: TextLine, { x, y, color = '#1c1b18', align = 'left' }: TextPosition): void {
    this.requireMarked();
    const { size } = line.style;
    let left = align === 'left' ? x : x - (align === 'right' ? line.width : line.width / 2);
    this.doc.fillColor(color).fontSize(size);
    for (const { font, text, width } of line.runs) {
      this.doc
        .font(font)
        .text(text, left * mm, y * mm, { lineBreak: false, baseline: 'alphabetic', ...shaping(line.style) });
      left += width;
    }
  }

  /** Paints rectangles in one colour; `radius` rounds their corners. */
  paint(boxes: Iterable<Box>, color: string, radius = 0): void {
    this.requireMarked();
    if (radius > 0)
      for (const { x, y, width, height } of boxes)
        this.doc.roundedRect(x * mm, y * mm, width * mm, height * mm, radius * mm);
    // In one write: the library keeps a buffer for each until the page ends, and a QR code has hundreds.
    else this.doc.addContent(Array.from(boxes, rectangle).join('\n'));
    this.doc.fill(color);
  }

  /** Draws a thin line; `dash` is the length of its dashes in millimetres. */
  rule(from: readonly [x: number, y: number], to: readonly [x: number, y: number], color: string, dash?: number): void {
    this.requireMarked();
    this.doc.lineWidth(0.1 * mm).moveTo(from[0] * mm, from[1] * mm);
    this.doc.lineTo(to[0] * mm, to[1] * mm);
    if (dash === undefined) this.doc.undash();
    else this.doc.dash(dash * mm, { space: dash * mm });
    this.doc.stroke(color);
  }

  /** What has been written since the last call. Reading page by page keeps memory flat. */
  taken(): Buffer {
    const blocks: Buffer[] = [];
    for (let block = this.doc.read(); block !== null; block = this.doc.read()) blocks.push(block);
    return Buffer.concat(blocks);
  }

  /** Ends the document; returns the rest of it. */
  end(): Buffer {
    while (this.groups.length > 0) this.close();
    this.doc.end();
    return this.taken();
  }

  private async embed(font: string): Promise<void> {
    if (this.opened.has(font)) return;
    this.doc.registerFont(font, await fontFile(font));
    this.opened.add(font);
  }

  private measure(runs: readonly Run[], style: TextStyle): TextLine {
    this.doc.fontSize(style.size);
    const measured = runs.map(({ font, text }) => ({
      font,
      text,
      width: this.doc.font(font).widthOfString(text, shaping(style)) / mm,
    }));
    return { style, runs: measured, width: measured.reduce((sum, { width }) => sum + width, 0) };
  }
}

/** Each code is drawn once; remembering its shape, as the library does for words, would only take memory. */
const shaping = ({ face }: TextStyle) => (face === 'code' ? { features: [] } : {});

/**
 * Lets go of what a written element says: the library keeps every element until the document ends, and with it the page
 * it is on. Its parent is still asked for.
 */
function release({ dictionary }: PDFKit.PDFStructureElement): void {
  dictionary.data = { P: dictionary.data.P };
}

/** The operator that adds a rectangle to a path. */
const rectangle = ({ x, y, width, height }: Box): string =>
  `${[x, y, width, height].map((length) => (length * mm).toFixed(3)).join(' ')} re`;

const edgesOf = ({ x, y, width, height }: Box): [number, number, number, number] => [
  x * mm,
  y * mm,
  (x + width) * mm,
  (y + height) * mm,
];
