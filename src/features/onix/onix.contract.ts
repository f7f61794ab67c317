import { z } from 'zod';
import { SelectedBooksQuery } from '#features/library/book-selection.public.ts';
import { ExportFormat, exportTypes, messageType } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx } from '#kernel/work/fields.ts';
import { onixLists } from './message/onix-record.rules.ts';

// More collections would not fit on the page that chooses them.
const mostCollections = 50;

const Cids = z
  .string()
  .transform((text) => text.split(' ').filter(Boolean))
  .refine((cids) => cids.length <= mostCollections);

export const onixApi = contract({
  'GET /api/v1/book/onix': {
    forPrograms: true,
    summary:
      'The books that match these filters but a few, or only some, as an ONIX 3.0 message with reference tags; `prices` names collections (cid, separated by spaces) whose prices it has',
    query: SelectedBooksQuery.extend({ prices: Cids.default([]) }),
    stream: messageType,
    replica: true,
  },
  'GET /api/v1/import/:import_idx/onix': {
    summary: 'The cover links of an imported ONIX message, or its notices of deletion; neither is acted on',
    params: z.object({ import_idx: idx }),
    query: z.object({ list: z.enum(onixLists).default('covers'), as: ExportFormat.default('csv') }),
    stream: exportTypes,
  },
});
