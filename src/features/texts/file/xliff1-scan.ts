import type { Locale } from '#kernel/messages/locale.ts';
import type { XmlAttributes, XmlHandler } from '#kernel/xml/xml-scan.ts';
import { textsMessages } from '../texts.messages.ts';
import type { ReadCell } from './text-file.rules.ts';
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
import { characterCode } from './xliff1-write.ts';

interface Unit {
  id: string;
  marks: string;
  /** What is said of the paragraphs of the text, and of all of it. */
  states: string;
  isRight: boolean;
  target: Content | null;
  /** The tags of the codes of the source, for tools that leave the content of codes in the target away. */
  codes: Map<string, string>;
  /** The segments that a tool made of the text, those of the target that are not empty, and whether it has any. */
  segments: Set<string>;
  translated: Set<string>;
  isSegmented: boolean;
}

/** A source or a target that is being read, with what ends the elements that are open in it. */
interface Reading {
  into: Content;
  depth: number;
  ends: (() => void)[];
}

/** A code that is being read: its content is the tag. */
interface Code {
  key: string;
  isCharacter: boolean;
  tag: string;
  depth: number;
}

const nothing = () => {};

/** Collects the translated units of an XLIFF 1.2 document. What other tools add is skipped. */
export class Xliff1Handler implements XmlHandler {
  wantsText = false;
  #cells: ReadCell[] = [];
  readonly #path: string[] = [];
  #language: Locale | undefined;
  #unit: Unit | null = null;
  #reading: Reading | null = null;
  #code: Code | null = null;
  /** Which note is read. */
  #note: 'marks' | 'states' = 'marks';

  take(): ReadCell[] {
    const taken = this.#cells;
    this.#cells = [];
    return taken;
  }

  open(name: string, attributes: XmlAttributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#code) return;
    if (this.#reading && this.#unit) return this.#inline(name, attributes, this.#reading, this.#unit);
    if (name === 'file') this.#language = targetLanguage(attributes.get('target-language') ?? '');
    if (name === 'trans-unit') {
      const id = attributes.get('id') ?? '';
      this.#unit = {
        id,
        marks: '',
        states: '',
        isRight: attributes.get('approved') === 'yes',
        target: null,
        codes: new Map(),
        segments: new Set(),
        translated: new Set(),
        isSegmented: false,
      };
    }
    const unit = this.#unit;
    if (!unit) return;
    if (name === 'mrk' && isSegment(attributes) && this.#path.includes('seg-source'))
      unit.segments.add(attributes.get('mid') ?? '');
    // What is in an `alt-trans` was only proposed.
    if (parent !== 'trans-unit') return;
    if (name === 'note') {
      const from = attributes.get('from');
      this.#note = from === 'base' ? 'marks' : 'states';
      this.wantsText = from === 'base' || from === 'paragraphs';
    } else if (name === 'source' || name === 'target') {
      const into = newContent();
      if (name === 'target') unit.target = into;
      if (name === 'target') unit.isRight ||= doneStates.has(attributes.get('state') ?? '');
      this.#reading = { into, depth: this.#path.length, ends: [] };
      this.wantsText = true;
    }
  }

  text(text: string): void {
    if (this.#code) this.#code.tag = limited(this.#code.tag + text);
    else if (this.#reading) addWords(this.#reading.into, text);
    else if (this.#unit) this.#unit[this.#note] = limited(this.#unit[this.#note] + text);
  }

  close(name: string): void {
    const depth = this.#path.length;
    this.#path.pop();
    if (this.#code) {
      if (depth === this.#code.depth) this.#endCode(this.#code);
      return;
    }
    if (this.#reading && depth > this.#reading.depth) return this.#reading.ends.pop()?.();
    if (this.#reading || name === 'note') {
      this.#reading = null;
      this.wantsText = false;
    }
    if (name === 'trans-unit' && this.#unit) this.#end(this.#unit);
    // A document without a file has no language either.
    if (depth === 1 && !this.#language) throw textsMessages.error(422, 'texts.not_xliff');
  }

  /** An element in a text: a code stands for a tag; what only marks words is passed over. */
  #inline(name: string, attributes: XmlAttributes, { into, ends }: Reading, unit: Unit): void {
    const pair = attributes.get('rid') ?? attributes.get('id') ?? '';
    if (name === 'bpt' || name === 'ept' || name === 'ph' || name === 'it') {
      const isCharacter = attributes.get('ctype') === characterCode;
      this.#code = { key: `${name} ${pair}`, isCharacter, tag: '', depth: this.#path.length };
      return;
    }
    let end = nothing;
    if (name === 'x') addCode(into, unit.codes.get(`ph ${pair}`));
    else if (name === 'bx') addCode(into, unit.codes.get(`bpt ${pair}`));
    else if (name === 'ex') addCode(into, unit.codes.get(`ept ${pair}`));
    else if (name === 'g') {
      addCode(into, unit.codes.get(`bpt ${pair}`));
      end = () => addCode(into, unit.codes.get(`ept ${pair}`));
    } else if (name === 'mrk' && isSegment(attributes) && into === unit.target) {
      const [id, from] = [attributes.get('mid') ?? '', into.html.length];
      unit.segments.add(id);
      unit.isSegmented = true;
      end = () => void (into.html.length > from && unit.translated.add(id));
    }
    ends.push(end);
  }

  #endCode({ key, isCharacter, tag }: Code): void {
    this.#code = null;
    const [into, codes] = [this.#reading?.into, this.#unit?.codes];
    if (!into || !codes) return;
    if (isCharacter) return addWords(into, characterOf(tag));
    const known = tag === '' ? codes.get(key) : tag;
    if (known !== undefined) codes.set(key, known);
    addCode(into, known);
  }

  #end(unit: Unit): void {
    this.#unit = null;
    const { target, segments, translated, isSegmented } = unit;
    // A tool that splits a text into segments has translated it once all of them are.
    const isPartial = isSegmented && segments.size > translated.size;
    if (!this.#language || !target || isPartial) return;
    const said = unit.isRight ? unit.states.replaceAll(/^(\d+) (?:changed|gone)$/gm, '$1 right') : unit.states;
    const cells = cellOf(unit, this.#language, [target]);
    this.#cells.push(...(said === '' ? cells : cells.map((cell) => ({ ...cell, states: said }))));
  }
}

/** The states of a target with which a translator is done; ours is another as long as it is older. */
const doneStates = new Set(['translated', 'final', 'signed-off']);

const isSegment = (attributes: XmlAttributes) => attributes.get('mtype') === 'seg';
