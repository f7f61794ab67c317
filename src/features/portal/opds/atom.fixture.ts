import { XmlScanner } from '#kernel/xml/xml-scan.ts';

/** An element without the prefix of its namespace. */
export interface Element {
  name: string;
  text: string;
  children: Element[];
  attribute: (name: string) => string | undefined;
}

const known = ['rel', 'href', 'type', 'title', 'length', 'term', 'template', 'xml:lang', 'opds:facetGroup'];

/** Reads a document; throws where it is not well-formed. */
export function readXml(text: string): Element {
  const root: Element = { name: '', text: '', children: [], attribute: () => undefined };
  const open = [root];
  const scanner = new XmlScanner({
    wantsText: true,
    open: (name, attributes) => {
      const values = new Map(known.map((one) => [one, attributes.get(one)]));
      const element: Element = { name, text: '', children: [], attribute: (one) => values.get(one) };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    text: (part) => {
      const element = open.at(-1);
      if (element) element.text += part;
    },
    close: () => void open.pop(),
  });
  scanner.write(text);
  scanner.end();
  const [document] = root.children;
  if (!document) throw new Error('The document is empty');
  return document;
}

export const childrenOf = ({ children }: Element, name: string): Element[] =>
  children.filter((one) => one.name === name);

export const textIn = (element: Element, name: string): string | undefined => childrenOf(element, name)[0]?.text;

export const linkIn = (element: Element, rel: string): Element | undefined =>
  childrenOf(element, 'link').find((link) => link.attribute('rel') === rel);

const acquisition = 'http://opds-spec.org/acquisition';
const kinds =
  /^application\/atom\+xml;(profile=opds-catalog;kind=(navigation|acquisition)|type=entry;profile=opds-catalog)$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** What Atom and OPDS 1.2 would say against a feed or a single entry; an empty list if nothing. */
export function faultsInAtom(document: Element): string[] {
  const entries = document.name === 'entry' ? [document] : childrenOf(document, 'entry');
  const ids = entries.map((entry) => textIn(entry, 'id'));
  return [
    ...faultsInHead(document),
    ...entries.flatMap((entry) => faultsInEntry(entry, document)),
    ...(new Set(ids).size < ids.length ? ['an id twice'] : []),
    ...(linkIn(document, 'self') ? [] : ['no link to itself']),
  ];
}

function faultsInHead(element: Element): string[] {
  const once = ['id', 'title', 'updated'].filter((name) => childrenOf(element, name).length !== 1);
  const links = childrenOf(element, 'link');
  const odd = links.filter((link) => {
    const href = link.attribute('href') ?? '';
    const type = link.attribute('type') ?? '';
    return !URL.canParse(href) || /[{}"<> ]/.test(href) || (type.includes('atom') && !kinds.test(type));
  });
  return [
    ...once.map((name) => `${element.name}: not one ${name}`),
    ...odd.map((link) => `${element.name}: ${link.attribute('href')} ${link.attribute('type')}`),
    ...(URL.canParse(textIn(element, 'id') ?? '') ? [] : ['an id that is no address']),
    ...(time.test(textIn(element, 'updated') ?? '') ? [] : ['no time']),
    ...childrenOf(element, 'category').flatMap((one) => (one.attribute('term') ? [] : ['a category without a term'])),
  ];
}

function faultsInEntry(entry: Element, document: Element): string[] {
  const isBook = document.name === 'entry' || linkIn(document, 'self')?.attribute('type')?.includes('kind=acquisition');
  const gets = childrenOf(entry, 'link').filter((link) => link.attribute('rel')?.startsWith(acquisition));
  const hasAuthor = [entry, document].some((one) => childrenOf(one, 'author').length > 0);
  const isSaid = childrenOf(entry, 'content').length > 0 || linkIn(entry, 'alternate') !== undefined;
  return [
    ...(entry === document ? [] : faultsInHead(entry)),
    ...(hasAuthor ? [] : ['no author']),
    ...(isSaid ? [] : ['neither content nor an alternate']),
    ...(isBook === gets.length > 0 ? [] : [`${gets.length} things to get`]),
    ...gets.flatMap((link) => (link.attribute('type') ? [] : ['something to get without a type'])),
  ];
}
