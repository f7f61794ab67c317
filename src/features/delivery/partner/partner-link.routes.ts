import { sql } from 'kysely';
import { z } from 'zod';
import { batchHref, requireBatch } from '#features/code/code-batch.public.ts';
import type { OwnedKind } from '#kernel/desk/belongings.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { today } from '#kernel/work/days.ts';
import { idx } from '#kernel/work/fields.ts';
import { linkApi } from './partner-link.contract.ts';
import { closeLink, linkEntity, shareBatch } from './partner-link.service.ts';
import { listLinks } from './partner-link.store.ts';
import type LinkDialog from './partner-link.view.tsx';

/** What staff do with links to partners' pages. */
export function linkRoutes({ api, web }: Pick<Kernel, 'api' | 'web'>): void {
  api(linkApi, {
    'POST /api/v1/code/batch/:cg_idx/link': async ({ write, params, body }) => ({
      results: await shareBatch(write, params.cg_idx, body),
    }),
    'GET /api/v1/code/batch/:cg_idx/link': async ({ ctx, params: { cg_idx } }) => {
      await requireBatch(ctx, cg_idx);
      return { results: { links: await listLinks(ctx, cg_idx) } };
    },
    'DELETE /api/v1/code/link/:link_idx': ({ ctx, params }) => closeLink(ctx, params.link_idx),
  });
  web.fragment('/code/batch/link/:cg_idx', {
    view: view<typeof LinkDialog>('delivery/partner/partner-link'),
    params: z.object({ cg_idx: idx }),
    within: ({ params }) => batchHref(params.cg_idx),
    load: async ({ ctx, params: { cg_idx } }) => {
      await requireBatch(ctx, cg_idx);
      return { cg_idx, links: await listLinks(ctx, cg_idx), today: today(ctx) };
    },
  });
}

/** A link in the audit trail and in the history of its batch. */
export const linkRecord: RecordDeclaration = {
  kind: linkEntity,
  label: 'code.kind_link',
  actions: { created: 'code.link_did_created', revoked: 'code.link_did_revoked' },
  fields: {
    until: 'code.link_field_until',
    password: 'code.link_field_password',
    lang: 'code.link_field_lang',
    owner: 'common.owner',
  },
};

/** Links that partners can open, whoever made them. */
export const ownLinks: OwnedKind = {
  entity: linkEntity,
  label: 'code.links_of',
  table: 'code_link',
  key: 'link_idx',
  owner: 'created_by',
  isOpen: ({ now }) => sql<boolean>`revoked_at is null and expires_at > ${now.toISOString()}::timestamptz`,
  title: sql<string>`(select title from code_batch where code_batch.cg_idx = code_link.cg_idx)`,
  opens: sql`cg_idx`,
  href: batchHref,
  end: (ctx, id) => closeLink(ctx, Number(id)),
};
