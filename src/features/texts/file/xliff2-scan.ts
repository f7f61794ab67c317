import type { Locale } from '#kernel/messages/locale.ts';
import type { XmlAttributes, XmlHandler } from '#kernel/xml/xml-scan.ts';
import { partsOfSegmentId, type ReadCell, type ReadSegment } from './text-file.rules.ts';
import {
  addCode,
  addWords,
  type Content,
  cellOf,
  characterOf,
  limited,
  newContent,
  targetLanguage,
} from './xliff-content.ts';
import { olderState } from './xliff2-write.ts';

interface Part {
  source: Content | null;
  target: Content | null;
  isIgnorable: boolean;
  /** Our paragraph, and whether it is as old as it left; null if it is another program's. */
  of: Pick<ReadSegment, 'english' | 'own' | 'isOlder'> | null;
}

interface Unit {
  id: string;
  marks: string;
  data: Map<string, string>;
  /** The tags of the codes of the source, for tools that leave the references of the target away. */
  codes: Map<string, readonly [start: string, end: string]>;
  parts: Part[];
}

/** Collects the translated units of an XLIFF 2 document. What other tools add is skipped. */
export class Xliff2Handler implements XmlHandler {
  wantsText = false;
  #cells: ReadCell[] = [];
  readonly #path: string[] = [];
  #language: Locale | undefined;
  #unit: Unit | null = null;
  /** Where text goes: into a note, a piece of original data, or a text with the ends of its open codes. */
  #sink: ((text: string) => void) | null = null;
  #content: { into: Content; depth: number; ends: string[] } | null = null;

  take(): ReadCell[] {
    const taken = this.#cells;
    this.#cells = [];
    return taken;
  }

  open(name: string, attributes: XmlAttributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#content) return this.#code(name, attributes, this.#content);
    if (parent === undefined) this.#language = targetLanguage(attributes.get('trgLang') ?? '');
    if (name === 'unit')
      this.#unit = { id: attributes.get('id') ?? '', marks: '', data: new Map(), codes: new Map(), parts: [] };
    const unit = this.#unit;
    if (!unit) return;
    const isPart = parent === 'unit' && (name === 'segment' || name === 'ignorable');
    if (isPart) unit.parts.push(newPart(name === 'ignorable', attributes));
    else if (name === 'note' && attributes.get('category') === 'base')
      this.#read((text) => {
        unit.marks += text;
      });
    else if (name === 'data' && parent === 'originalData') this.#readData(unit, attributes.get('id') ?? '');
    else if ((name === 'source' || name === 'target') && (parent === 'segment' || parent === 'ignorable'))
      this.#readContent(unit, name);
    else if (name === 'cp') this.#sink?.(characterOf(attributes.get('hex') ?? ''));
  }

  text(text: string): void {
    this.#sink?.(text);
  }

  close(name: string): void {
    const depth = this.#path.length;
    this.#path.pop();
    const content = this.#content;
    if (content && depth > content.depth) {
      const end = content.ends.pop() ?? '';
      content.into.html += end;
      return;
    }
    if (content || name === 'note' || name === 'data') {
      this.#content = null;
      this.#sink = null;
      this.wantsText = false;
    }
    if (name === 'unit' && this.#unit) this.#end(this.#unit);
  }

  #read(sink: (text: string) => void): void {
    this.#sink = sink;
    this.wantsText = true;
  }

  #readData(unit: Unit, id: string): void {
    unit.data.set(id, '');
    this.#read((text) => unit.data.set(id, limited((unit.data.get(id) ?? '') + text)));
  }

  #readContent(unit: Unit, name: 'source' | 'target'): void {
    const part = unit.parts.at(-1);
    if (!part) return;
    const into = newContent();
    part[name] = into;
    this.#content = { into, depth: this.#path.length, ends: [] };
    this.#read((text) => addWords(into, text));
  }

  /** An element in a text: a code stands for tags; what only marks words is passed over. */
  #code(name: string, attributes: XmlAttributes, { into, ends }: { into: Content; ends: string[] }): void {
    const unit = this.#unit;
    const tagOf = (reference: string) => {
      const id = attributes.get(reference);
      return id === undefined ? undefined : unit?.data.get(id);
    };
    let end = '';
    if (name === 'cp') this.#sink?.(characterOf(attributes.get('hex') ?? ''));
    else if (name === 'pc' || name === 'ph' || name === 'sc' || name === 'ec') {
      const key = `${name} ${attributes.get('id') ?? attributes.get('startRef') ?? ''}`;
      const known = unit?.codes.get(key);
      const start = tagOf(name === 'pc' ? 'dataRefStart' : 'dataRef') ?? known?.[0];
      end = (name === 'pc' ? (tagOf('dataRefEnd') ?? known?.[1]) : '') ?? '';
      addCode(into, start);
      into.broken ||= name === 'pc' && end === '';
      if (start !== undefined) unit?.codes.set(key, [start, end]);
    }
    ends.push(end);
  }

  #end(unit: Unit): void {
    this.#unit = null;
    const { parts } = unit;
    // A unit counts as translated once all of its segments are; what stands between them need not be.
    if (!this.#language || parts.some((part) => !part.isIgnorable && !isTranslated(part))) return;
    const contents = parts.flatMap(({ target, source, of }) => target ?? (of ? [] : (source ?? [])));
    const segments = parts.flatMap(({ of, target }) => (of ? [{ ...of, html: target?.html ?? '' }] : []));
    const isOurs = segments.length > 0 && segments.length === parts.length;
    const cells = cellOf(unit, this.#language, contents);
    this.#cells.push(...(isOurs ? cells.map((cell) => ({ ...cell, segments })) : cells));
  }
}

function newPart(isIgnorable: boolean, attributes: XmlAttributes): Part {
  const of = isIgnorable ? null : partsOfSegmentId(attributes.get('id') ?? '');
  const isOlder = attributes.get('subState') === olderState;
  return { source: null, target: null, isIgnorable, of: of && { ...of, isOlder } };
}

/** An empty target translates nothing but an empty source. A paragraph that the translation has not may wait. */
const isTranslated = ({ source, target, of }: Part) =>
  of?.own === null ||
  (target !== null && (target.html !== '' || !source?.html)) ||
  (target === null && of?.english === null);
