import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx } from '#kernel/work/fields.ts';

/** The media type of every answer of the catalogue. */
export const opdsType = 'application/opds+json';

const page = z.coerce.number().int().min(1).max(100_000).default(1);
const Page = z.object({ page });
const key = z.string().min(1).max(64);

const read = { permission: 'public', acceptsKey: true, replica: true, ready: true, stream: opdsType } as const;

export const opdsApi = contract({
  'GET /portal/v1/opds': { ...read, summary: 'The OPDS 2.0 catalogue: where it begins' },
  'GET /portal/v1/opds/series': { ...read, summary: 'The OPDS feed of all series', query: Page },
  'GET /portal/v1/opds/series/:ser_idx': {
    ...read,
    summary: 'The OPDS feed of the published books of a series, and its levels',
    params: z.object({ ser_idx: idx }),
    query: Page,
  },
  'GET /portal/v1/opds/levels/:lev_idx': {
    ...read,
    summary: 'The OPDS feed of the published books of a level',
    params: z.object({ lev_idx: idx }),
    query: Page,
  },
  'GET /portal/v1/opds/collections': { ...read, summary: 'The OPDS feed of public collections', query: Page },
  'GET /portal/v1/opds/collections/:cid': {
    ...read,
    summary: 'The OPDS feed of the published books that a public collection reaches',
    params: z.object({ cid: key }),
    query: Page,
  },
  'GET /portal/v1/opds/new': { ...read, summary: 'The OPDS feed of published books, the newest first', query: Page },
  'GET /portal/v1/opds/search': {
    ...read,
    summary: 'The OPDS feed of the published books that match',
    query: Page.extend({ query: z.string().trim().max(200).default('') }),
  },
  'GET /portal/v1/opds/books/:bid': {
    ...read,
    summary: 'One published book as an OPDS publication',
    params: z.object({ bid: key }),
  },
});
