import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import { xmlElement, xmlText } from '#kernel/xml/xml-write.ts';
import { opds1, opds2 } from './opds.contract.ts';

/** What the database makes for both versions of OPDS, as far as Atom has a place for it. */
export interface OpdsFeed {
  metadata: { title: string; modified: string; numberOfItems: number; itemsPerPage: number; currentPage: number };
  links: OpdsLink[];
  navigation?: (OpdsLink & { modified?: string })[];
  publications?: OpdsPublication[];
}

export interface OpdsLink {
  rel?: string;
  href: string;
  title?: string;
  type?: string;
  size?: number;
}

export interface OpdsPublication {
  /** Only made for Atom. */
  id: string;
  metadata: OpdsMetadata;
  links: OpdsLink[];
  images: OpdsLink[];
}

interface OpdsMetadata {
  title: string;
  modified: string;
  identifier?: string;
  author?: string;
  illustrator?: string;
  narrator?: string;
  publisher?: string;
  language?: string;
  description?: string;
  published?: string;
  subject?: string[];
  belongsTo: Record<'series' | 'collection', { name: string; links: OpdsLink[] }[] | undefined>;
}

/** What a document says besides the library's books. */
export interface AtomWords {
  locale: Locale;
  /** What the catalogue is called: Atom wants an author of everything. */
  catalogue: string;
  /** What the levels of a series are called together. */
  levels: string;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
};

const textOf = (name: string, text: string | undefined): string =>
  text === undefined ? '' : xmlElement(name, {}, xmlText(text));

const person = (name: 'author' | 'contributor', called: string | undefined) =>
  called === undefined ? '' : xmlElement(name, {}, textOf('name', called));

const linkTo = ({ rel, href, type, title, size }: OpdsLink, more: Record<string, string> = {}) =>
  xmlElement('link', { rel, href, type, title, length: size?.toString(), ...more });

const lines = (parts: readonly string[]) => `\n${parts.filter((part) => part !== '').join('\n')}\n`;

/** A feed of OPDS 1.2. Its levels are facets: feeds of books have no other place for them. */
export function atomFeed(feed: OpdsFeed, words: AtomWords): string {
  const { metadata, links, navigation = [], publications } = feed;
  const self = links.find(({ rel }) => rel === 'self');
  const feeds = navigation.filter(({ rel }) => rel !== 'start');
  const facet = (one: OpdsLink) =>
    linkTo({ ...one, rel: 'http://opds-spec.org/facet' }, { 'opds:facetGroup': words.levels });
  const isOfBooks = self?.type === opds1.types.acquisition;
  const parts = [
    textOf('id', withoutPage(self?.href ?? '')),
    textOf('title', metadata.title),
    textOf('updated', metadata.modified),
    person('author', words.catalogue),
    textOf('opensearch:totalResults', String(metadata.numberOfItems)),
    textOf('opensearch:itemsPerPage', String(metadata.itemsPerPage)),
    textOf('opensearch:startIndex', String((metadata.currentPage - 1) * metadata.itemsPerPage + 1)),
    ...links.map((one) => linkTo(one)),
    ...(isOfBooks ? feeds.map(facet) : feeds.map((one) => navigationEntry(one, metadata.modified))),
    ...(publications ?? []).map((one) => xmlElement('entry', languageOf(one), lines(entryParts(one, true)))),
  ];
  return head + xmlElement('feed', { ...namespaces, 'xml:lang': languageTag(words.locale) }, lines(parts));
}

/** All pages of a feed are one feed. */
const withoutPage = (href: string) => href.replace(/[?&]page=\d+$/, '');

const navigationEntry = ({ modified, ...feed }: OpdsLink & { modified?: string }, newest: string) =>
  xmlElement(
    'entry',
    {},
    lines([
      textOf('id', feed.href),
      textOf('title', feed.title),
      textOf('updated', modified ?? newest),
      xmlElement('content', { type: 'text' }, xmlText(feed.title ?? '')),
      linkTo(feed),
    ]),
  );

/** One book as a document of its own. */
export function atomEntry(publication: OpdsPublication, words: AtomWords): string {
  const { author } = publication.metadata;
  const parts = [...entryParts(publication, false), author === undefined ? person('author', words.catalogue) : ''];
  return head + xmlElement('entry', { ...namespaces, ...languageOf(publication) }, lines(parts));
}

const languageOf = ({ metadata }: OpdsPublication) => ({ 'xml:lang': metadata.language });

function entryParts({ id, metadata: of, links, images }: OpdsPublication, isInFeed: boolean): string[] {
  const groups = [...(of.belongsTo.series ?? []), ...(of.belongsTo.collection ?? [])];
  return [
    textOf('id', id),
    textOf('title', of.title),
    textOf('updated', of.modified),
    person('author', of.author),
    person('contributor', of.illustrator),
    person('contributor', of.narrator),
    textOf('dc:identifier', of.identifier),
    textOf('dc:language', of.language),
    textOf('dc:publisher', of.publisher),
    textOf('dc:issued', of.published),
    ...(of.subject ?? []).map((term) => xmlElement('category', { term, label: term })),
    of.description === undefined ? '' : xmlElement('summary', { type: 'text' }, xmlText(of.description)),
    ...toGet(links).map((one) => linkTo(one)),
    ...picturesOf(images).map((one) => linkTo(one)),
    ...groups.flatMap(({ name, links: [feed] }) => (feed ? linkTo({ ...feed, rel: 'collection', title: name }) : [])),
    ...links.filter(({ rel }) => rel === 'self').flatMap((self) => ownLinks(self, isInFeed)),
  ];
}

/** Files, or where there are none, the cover as a sample: each entry must have something to get. */
function toGet(links: readonly OpdsLink[]): OpdsLink[] {
  const files = links.filter(({ rel }) => rel === 'http://opds-spec.org/acquisition');
  if (files.length > 0) return files;
  return links
    .filter(({ rel }) => rel === 'preview')
    .map((link) => ({ ...link, rel: 'http://opds-spec.org/acquisition/sample' }));
}

/** The cover, and the smallest of its sizes. */
const picturesOf = (images: readonly OpdsLink[]): OpdsLink[] =>
  [images[0], images.at(-1)].flatMap((image, at) =>
    image ? { ...image, rel: `http://opds-spec.org/image${at === 0 ? '' : '/thumbnail'}` } : [],
  );

/** An entry in a feed leads to its own document, and that to the book in OPDS 2: Atom wants an alternate of either. */
function ownLinks(self: OpdsLink, isInFeed: boolean): string[] {
  if (isInFeed) return [linkTo({ ...self, rel: 'alternate' })];
  const newer = { href: self.href.replace(opds1.path, opds2.path), type: opds2.types.publication };
  return [linkTo(self), linkTo({ ...newer, rel: 'alternate' })];
}

/** How the catalogue is searched, as OpenSearch describes it. */
export const searchDocument = ({ name, template }: { name: string; template: string }): string =>
  head +
  xmlElement(
    'OpenSearchDescription',
    { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    lines([
      textOf('ShortName', name),
      textOf('Description', name),
      textOf('InputEncoding', 'UTF-8'),
      xmlElement('Url', { type: opds1.types.acquisition, template }),
    ]),
  );
