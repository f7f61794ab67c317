import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx } from '#kernel/work/fields.ts';

/** A version of OPDS: where its catalogue begins, and the media types of what is in it. */
export interface OpdsVersion {
  path: '/portal/v1/opds' | '/portal/v1/opds/1.2';
  types: Readonly<Record<'navigation' | 'acquisition' | 'publication', string>>;
  isAtom: boolean;
}

const opdsType = 'application/opds+json';

export const opds2: OpdsVersion = {
  path: '/portal/v1/opds',
  types: { navigation: opdsType, acquisition: opdsType, publication: opdsType },
  isAtom: false,
};

const atomType = 'application/atom+xml';

/** For reading apps that know nothing newer. */
export const opds1: OpdsVersion = {
  path: '/portal/v1/opds/1.2',
  types: {
    navigation: `${atomType};profile=opds-catalog;kind=navigation`,
    acquisition: `${atomType};profile=opds-catalog;kind=acquisition`,
    publication: `${atomType};type=entry;profile=opds-catalog`,
  },
  isAtom: true,
};

/** The media type of the document that says how to search a catalogue of OPDS 1.2. */
export const searchDescriptionType = 'application/opensearchdescription+xml';

const page = z.coerce.number().int().min(1).max(100_000).default(1);
const Page = z.object({ page });
const key = z.string().min(1).max(64);

/** The calls of a catalogue by their paths below it, answered in these types. */
function callsOf<const Types extends string | readonly string[]>(version: string, stream: Types) {
  const read = {
    permission: 'public',
    stability: 'stable',
    acceptsKey: true,
    replica: true,
    ready: true,
    stream,
  } as const;
  return {
    '': { ...read, summary: `${version}: where the catalogue begins` },
    '/series': { ...read, summary: `${version}: the feed of all series`, query: Page },
    '/series/:ser_idx': {
      ...read,
      summary: `${version}: the feed of the published books of a series, and its levels`,
      params: z.object({ ser_idx: idx }),
      query: Page,
    },
    '/levels/:lev_idx': {
      ...read,
      summary: `${version}: the feed of the published books of a level`,
      params: z.object({ lev_idx: idx }),
      query: Page,
    },
    '/collections': { ...read, summary: `${version}: the feed of public collections`, query: Page },
    '/collections/:cid': {
      ...read,
      summary: `${version}: the feed of the published books that a public collection reaches`,
      params: z.object({ cid: key }),
      query: Page,
    },
    '/new': { ...read, summary: `${version}: the feed of published books, the newest first`, query: Page },
    '/search': {
      ...read,
      summary: `${version}: the feed of the published books that match`,
      query: Page.extend({ query: z.string().trim().max(200).default('') }),
    },
    '/books/:bid': { ...read, summary: `${version}: one published book`, params: z.object({ bid: key }) },
  } as const;
}

/** Calls or their handlers, by method and whole path. */
type Below<Path extends string, Calls> = { [K in keyof Calls & string as `GET ${Path}${K}`]: Calls[K] };

/** Puts calls, or their handlers, below the beginning of a catalogue. */
export const below = <const Path extends string, Calls extends object>(path: Path, calls: Calls) =>
  Object.fromEntries(Object.entries(calls).map(([name, one]) => [`GET ${path}${name}`, one])) as Below<Path, Calls>;

export const opdsApi = contract({
  ...below(opds2.path, callsOf('OPDS 2.0', [opdsType, atomType])),
  ...below(opds1.path, callsOf('OPDS 1.2', atomType)),
  'GET /portal/v1/opds/1.2/search.xml': {
    permission: 'public',
    stability: 'stable',
    acceptsKey: true,
    replica: true,
    ready: true,
    stream: searchDescriptionType,
    summary: 'OPDS 1.2: how the catalogue is searched, as an OpenSearch description',
  },
});
