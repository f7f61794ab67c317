import { z } from 'zod';
import { BookParams } from '#features/book/book-record.public.ts';
import { contract } from '#kernel/work/contract.ts';
import { results, success } from '#kernel/work/fields.ts';
import { epubStates, severities } from './epub-check.rules.ts';

const text = z.string().nullable();
const texts = z.array(z.string());

const EpubMessage = z.object({
  severity: z.enum(severities),
  /** As in the official checker: `RSC-001`. */
  id: z.string(),
  /** In English, as the checker says it. */
  text: z.string(),
  path: text,
  line: z.int().nullable(),
});

/** What an EPUB says of its accessibility, with the values of schema.org. */
const Accessibility = z.object({
  /** accessMode: `textual`, `visual` … */
  modes: texts,
  /** accessModeSufficient: sets of modes, each of which is enough to read all of it. */
  sufficient: texts,
  features: texts,
  hazards: texts,
  /** The standards it conforms to, as it names them. */
  conforms_to: texts,
  certified_by: text,
  summary: text,
  /** Its pages have a fixed layout. */
  fixed_layout: z.boolean(),
});
export type Accessibility = z.output<typeof Accessibility>;

/** The report on the EPUB of a book. Times in seconds. */
const EpubReport = z.object({
  status: z.enum(epubStates),
  /** 0 if it is not checked yet. */
  checked_at: z.int(),
  tool: text,
  /** The worst first. */
  messages: z.array(EpubMessage),
  /** How many more there are than a report holds. */
  left_out: z.int(),
  /** What the previous file had and this one no longer has. */
  mended: z.array(EpubMessage),
  accessibility: Accessibility,
});
export type EpubReport = z.output<typeof EpubReport>;

export const epubCheckApi = contract({
  'GET /api/v1/book/:bid/epub_report': {
    summary: 'The report of the check of a book’s EPUB, and what the EPUB says of its accessibility',
    params: BookParams,
    response: results(EpubReport),
  },
  'POST /api/v1/book/:bid/epub_report': {
    summary: 'Check the EPUB of a book again',
    params: BookParams,
    response: results(success),
  },
});
