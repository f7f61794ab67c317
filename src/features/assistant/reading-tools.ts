import { z } from 'zod';
import { filledPath, queryText } from './changes.rules.ts';
import { readinessOf } from './record-readiness.ts';
import { maySeeKind, maySeePage, withoutSecrets } from './rights.rules.ts';
import { readCall, type Tool, type ToolParts, tool } from './tool.ts';
import { AppError } from '#kernel/messages/errors.ts';

const id = z.string().min(1).max(300);
const page = z.int().min(1).max(100_000).default(1);

// The call that reads a record of each kind; `:id` is its id.
const recordCalls = {
  book: '/api/v1/book?bid=:id',
  book_units: '/api/v5/book/unit?bid=:id',
  collection: '/api/v5/collection/:id',
  collection_contents: '/api/v5/collection/:id/contents',
  customer: '/api/v1/customer/:id',
  event: '/api/v1/event/:id',
  code_batch: '/api/v1/code/batch/:id',
  release: '/api/v1/release/:id',
  reservation: '/api/v1/reservation/:id',
  roadmap: '/api/v1/roadmap?target_group=:id',
  levels_of_series: '/api/v1/level?ser_idx=:id',
  import: '/api/v1/import/:id',
  import_rows: '/api/v1/import/:id/row?page=:page',
  import_sentences: '/api/v1/import/:id/sentence?page=:page',
  text_import: '/api/v1/texts/import/:id?page=:page',
} as const;
type RecordKind = keyof typeof recordCalls;
const recordKinds = Object.keys(recordCalls) as [RecordKind, ...RecordKind[]];

const lists = {
  series: '/api/v1/series',
  categories: '/api/v1/category',
  age_groups: '/api/v1/age_group',
  series_guides: '/api/v1/extra/series_guide/all',
  customers: '/api/v1/customer/all',
  collections: '/api/v1/collection/all',
  releases: '/api/v1/release',
} as const;
type ListKind = keyof typeof lists;
const listKinds = Object.keys(lists) as [ListKind, ...ListKind[]];

const reports = ['platform', 'all-books', 'all-coupons', 'registered-book', 'registered-collection'] as const;

const may = ({ assistant }: ToolParts, ...needs: readonly ('codes' | 'learners')[]): void => {
  const missing = needs.filter((right) => !assistant.rights.has(right));
  if (missing.length > 0) throw new AppError(403, 'assistant.missing_right', { rights: missing.join(', ') });
};

const shown = ({ assistant: { rights } }: ToolParts, value: unknown): unknown => withoutSecrets(value, rights);

interface Found {
  label: string;
  detail: string;
  href: string;
  kind: string;
}

/** The tools that read: each is a call that screens make too, on behalf of the person. */
export const readingTools: readonly Tool[] = [
  tool({
    name: 'find',
    description:
      'Find records by title, id or number: books, series, levels, collections, customers, roadmaps, guides and more.',
    needs: ['read'],
    input: z.strictObject({ text: z.string().trim().min(1).max(200) }),
    run: async (parts, { text }) => {
      const { results, near } = Object(await readCall(parts, `/api/v1/search${queryText({ text })}`));
      const hits = (results as Found[]).filter(({ href }) => maySeePage(href, parts.assistant.rights));
      return { near, found: hits.map(({ label, detail, href, kind }) => ({ label, detail, href, kind })) };
    },
  }),
  tool({
    name: 'read_record',
    description:
      'Read one record. Ids: a book by bid, a collection by cid, all others by number. A book comes with its row of the report of all books, which shows what it lacks; a collection, an event and the levels of a series with how ready they are for readers. Sheets of books and words and files of texts that people have brought are read before they are applied: `page` goes on through their rows. Events and code batches need the right codes.',
    needs: ['read'],
    input: z.strictObject({ kind: z.enum(recordKinds), id, page }),
    run: async (parts, { kind, id: given, page: at }) => {
      if (kind === 'event' || kind === 'code_batch') may(parts, 'codes');
      const record = await readCall(parts, filledPath(recordCalls[kind], { id: given, page: at }));
      const readiness = await readinessOf(parts, kind, record, given);
      return shown(parts, { ...hideParts(parts, record), ...(readiness !== undefined && { readiness }) });
    },
  }),
  tool({
    name: 'list',
    description: 'List all series, categories, age groups, series guides, customers, collections or releases.',
    needs: ['read'],
    input: z.strictObject({ kind: z.enum(listKinds) }),
    run: async (parts, { kind }) => shown(parts, await readCall(parts, lists[kind])),
  }),
  tool({
    name: 'history',
    description:
      'Who changed a record, when, and what, newest first; `before` continues. Kinds are book, collection, series, level, category, age_group, roadmap, guide, release, reservation, customer; code_batch and event need the right codes.',
    needs: ['read'],
    input: z.strictObject({ kind: z.string().min(1).max(100), id, before: z.int().min(1).optional() }),
    run: async (parts, { kind, id: given, before }) => {
      const { rights } = parts.assistant;
      if (!maySeeKind(kind, rights)) throw new AppError(403, 'assistant.missing_right', { rights: 'codes, learners' });
      const path = filledPath('/api/v1/audit/of/:kind/:id', { kind, id: given });
      const { results } = Object(await readCall(parts, path && path + queryText(before ? { before } : {})));
      const { lines, next } = Object(results);
      const own = (lines as { entity: string }[]).filter(({ entity }) => maySeeKind(entity, rights));
      return shown(parts, { lines: own, next });
    },
  }),
  tool({
    name: 'figures',
    description:
      'A report: platform (what happened on the days of a period, `since` and `until` as YYYY-MM-DD), all-books, registered-book, registered-collection, and all-coupons, which needs the right codes. `query` filters as the report does, with `page` and `size`.',
    needs: ['read'],
    input: z.strictObject({
      report: z.enum(reports),
      query: z.record(z.string().max(50), z.union([z.string().max(300), z.number(), z.boolean()])).default({}),
    }),
    run: async (parts, { report, query }) => {
      if (report === 'all-coupons') may(parts, 'codes');
      return shown(parts, await readCall(parts, `/api/v1/report/${report}${queryText(query)}`));
    },
  }),
  tool({
    name: 'statement',
    description: "A customer's statement of unused codes for a month (YYYY-MM), by default the current one.",
    needs: ['read', 'codes'],
    input: z.strictObject({
      cust_idx: z.int().min(1),
      month: z
        .string()
        .regex(/^\d{4}-\d{2}$/)
        .optional(),
    }),
    run: async (parts, { cust_idx, month }) => {
      const path = filledPath('/api/v1/customer/:cust_idx/statement', { cust_idx });
      return shown(parts, await readCall(parts, path && path + queryText(month ? { month } : {})));
    },
  }),
  tool({
    name: 'calendar',
    description:
      'What is on the days from `since` to `until` (YYYY-MM-DD): scheduled changes, releases, events and more.',
    needs: ['read'],
    input: z.strictObject({ since: z.iso.date(), until: z.iso.date() }),
    run: async (parts, query) => shown(parts, await readCall(parts, `/api/v1/calendar${queryText(query)}`)),
  }),
  tool({
    name: 'why_code_failed',
    description:
      'What a code is: its state, its dates, what it waits for and why each act on it is refused; or that it is unknown.',
    needs: ['read', 'codes'],
    input: z.strictObject({ code: z.string().trim().min(1).max(200) }),
    run: async (parts, { code }) => {
      const answer = Object(await readCall(parts, `/api/v1/card${queryText({ text: code })}`));
      // The text may be the ID of a learner.
      if (Object(answer.results).kind === 'learner') may(parts, 'learners');
      return shown(parts, answer);
    },
  }),
  tool({
    name: 'learner',
    description:
      'What a learner has: registrations and until when. Takes a learner ID or the `ref` that other answers have.',
    needs: ['read', 'learners'],
    input: z.strictObject({ ref: z.string().min(1).max(2000), page }),
    run: async (parts, { ref, page: at }) => {
      const path = filledPath('/api/v1/learner/:ref', { ref });
      return shown(parts, await readCall(parts, path && path + queryText({ page: at })));
    },
  }),
  tool({
    name: 'docs',
    description: 'The documents of this product as Markdown: without `page` the list of them.',
    needs: ['read'],
    input: z.strictObject({
      page: z
        .string()
        .regex(/^[\w-]{1,80}(\/[\w-]{1,80})?$/)
        .optional(),
    }),
    run: async (parts, { page: name }) => ({
      text: await readCall(parts, name === undefined ? '/llms.txt' : `/docs/${name}.md`),
    }),
  }),
];

/** A release without its changes of kinds that may not be shown. */
function hideParts({ assistant: { rights } }: ToolParts, answer: unknown): object {
  const { results } = Object(answer);
  const { changes } = Object(results);
  if (!Array.isArray(changes)) return Object(answer);
  return {
    results: { ...results, changes: changes.filter((change) => maySeeKind(String(Object(change).kind), rights)) },
  };
}
