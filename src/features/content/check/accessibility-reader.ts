import type { XmlAttributes, XmlHandler } from '#kernel/xml/xml-scan.ts';
import { tidyText } from '../epub/epub.rules.ts';
import { noAccessibility } from './accessibility.rules.ts';
import type { Accessibility } from './epub-check.contract.ts';

const maxValues = 50;
const maxSummary = 4000;

type Lists = 'modes' | 'sufficient' | 'features' | 'hazards' | 'conforms_to';

const lists: ReadonlyMap<string, Lists> = new Map([
  ['schema:accessMode', 'modes'],
  ['schema:accessModeSufficient', 'sufficient'],
  ['schema:accessibilityFeature', 'features'],
  ['schema:accessibilityHazard', 'hazards'],
  ['dcterms:conformsTo', 'conforms_to'],
]);

/** Collects the accessibility metadata of a package document, of EPUB 3 and 2; read the result after the scan. */
export class AccessibilityReader implements XmlHandler {
  wantsText = false;
  readonly result: Accessibility = structuredClone(noAccessibility);
  #inMetadata = false;
  #property = '';
  #text = '';

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'metadata') this.#inMetadata = true;
    if (!this.#inMetadata) return;
    if (name === 'link') this.#take(attributes.get('rel') ?? '', attributes.get('href') ?? '');
    if (name !== 'meta') return;
    const property = attributes.get('property');
    // EPUB 2 has the value in an attribute.
    if (property === undefined) this.#take(attributes.get('name') ?? '', attributes.get('content') ?? '');
    else {
      this.#property = property;
      this.#text = '';
      this.wantsText = true;
    }
  }

  text(text: string): void {
    if (this.#property !== '' && this.#text.length < 2 * maxSummary) this.#text += text;
  }

  close(name: string): void {
    if (name === 'metadata') this.#inMetadata = false;
    if (name !== 'meta' || this.#property === '') return;
    this.#take(this.#property, this.#text);
    this.#property = '';
    this.wantsText = false;
  }

  #take(property: string, given: string): void {
    const value = given.replace(/\s+/g, ' ').trim().slice(0, maxSummary).toWellFormed();
    if (value === '') return;
    const list = lists.get(property);
    if (list !== undefined) this.#add(list, list === 'sufficient' ? setOf(value) : tidyText(value));
    else if (property === 'schema:accessibilitySummary') this.result.summary ??= value;
    else if (property === 'a11y:certifiedBy') this.result.certified_by ??= tidyText(value);
    else if (property === 'rendition:layout') this.result.fixed_layout = value === 'pre-paginated';
  }

  #add(name: Lists, value: string): void {
    const list = this.result[name];
    if (list.length < maxValues && !list.includes(value)) list.push(value);
  }
}

/** A set of modes, in one order: 'textual,visual'. */
const setOf = (value: string) =>
  value
    .split(',')
    .map((mode) => mode.trim())
    .filter(Boolean)
    .toSorted()
    .join(',');
