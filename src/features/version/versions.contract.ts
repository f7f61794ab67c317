import { z } from 'zod';
import { CollectionParams } from '#features/collection/collection.public.ts';
import { PageNumber, pageSize } from '#kernel/db/paging.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, idx, results, succeeded, success, version } from '#kernel/work/fields.ts';

const Version = z.object({
  ver_idx: z.int(),
  /** From 1 for each collection. */
  number: z.int(),
  at: z.int(),
  actor: z.string().nullable(),
  reason: z.string().nullable(),
  memo: z.string(),
  memo_version: z.int(),
  restores: z.int().nullable(),
  restores_number: z.int().nullable(),
  /** How many fields of a part were added, removed or changed; for a switch, what it was set to. */
  summary: z.record(
    z.string(),
    z.object({
      added: z.int().optional(),
      removed: z.int().optional(),
      changed: z.int().optional(),
      on: z.boolean().optional(),
    }),
  ),
});
const Change = z.object({ path: z.array(z.string()), before: z.unknown().optional(), after: z.unknown().optional() });
const Gone = z.object({
  kind: z.enum(['series', 'level', 'book', 'customer', 'age_group']),
  id: z.int(),
  label: z.string(),
});

export const VersionParams = CollectionParams.extend({ ver_idx: idx });

export const versionsApi = contract({
  'GET /api/v5/collection/:cid/version': {
    summary: 'The versions of a collection, newest first, in pages of 100, or of the given size',
    params: CollectionParams,
    query: z.object({
      page: PageNumber,
      size: z.coerce.number().int().min(1).max(pageSize).catch(pageSize).default(pageSize),
    }),
    response: z.object({ results: z.array(Version), total: z.int() }),
  },
  'GET /api/v5/collection/:cid/version/:ver_idx': {
    summary: 'One version with what it changed, or with what differs from another one named by `to`',
    params: VersionParams,
    query: z.object({ to: idx.optional() }),
    response: results(Version.extend({ changes: z.array(Change) })),
  },
  'POST /api/v5/collection/:cid/version/:ver_idx/restore': {
    summary: 'Bring a version back as a new one; with dry_run only say what would change and what cannot come back',
    params: VersionParams,
    body: z
      .strictObject({ reason: z.string().trim().max(1000).optional(), version, dry_run: z.boolean().default(false) })
      .nullish(),
    response: results(
      z.object({
        success: succeeded,
        ver_idx: z.int().optional(),
        version: z.int().optional(),
        changes: z.array(Change).optional(),
        gone: z.array(Gone),
        act_idx,
      }),
    ),
  },
  'PUT /api/v1/collection/memo/:ver_idx': {
    summary: 'Change the memo of a version; `version` is its memo_version',
    params: z.object({ ver_idx: idx }),
    form: true,
    body: z.strictObject({ memo: z.string().trim().max(2000), version }),
    response: results(success.extend({ version: z.int() })),
  },
});
