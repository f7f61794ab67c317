import { type RawBuilder, sql } from 'kysely';
import type { OwnedKind } from '#kernel/desk/belongings.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { previewHref } from './preview.rules.ts';
import { previewEntity, revokePreview } from './preview.service.ts';
import { countLinks, deleteLinksTo } from './preview-link.store.ts';

/** The links to previews of records of a kind, whose ids in links `idsOf` yields. */
const goneWith = (of: string, idsOf: (ids: readonly (string | number)[]) => RawBuilder<unknown>) => ({
  of,
  text: 'portal.preview_lost',
  count: (ctx: Context, id: string) => countLinks(ctx, of, idsOf([id])),
  end: (ctx: Context, ids: readonly (string | number)[]) => deleteLinksTo(ctx, of, idsOf(ids)),
});

export const previewRecord: RecordDeclaration = {
  kind: previewEntity,
  label: 'portal.preview_kind',
  parts: [
    ...['collection', 'book'].map((of) => ({
      of,
      act: { label: 'portal.preview', href: (id: string) => previewHref({ of, id }) },
    })),
    ...Object.entries({ 'collection.versions': 'collection', roadmap: 'roadmap', advertised: 'advertisement' }).map(
      ([where, of]) => ({
        of: where,
        act: { label: 'portal.preview_at', href: (id: string) => previewHref({ of, id, when: 'past' }) },
      }),
    ),
  ],
  goneWith: [
    goneWith('book', (ids) => sql`select unnest(${ids.map(String)}::text[])`),
    goneWith('collection', (ids) => sql`select cid from collection where cidx = any(${ids.map(Number)}::integer[])`),
  ],
  actions: { shared: 'audit.verb.created' },
  fields: { at: 'portal.preview_when', until: 'portal.field_until', owner: 'common.owner' },
};

/** Links that anybody can open, whoever made them. */
export const ownPreviews: OwnedKind = {
  entity: previewEntity,
  label: 'portal.previews_of',
  table: 'preview_link',
  key: 'link_idx',
  owner: 'created_by',
  isOpen: ({ now }) => sql<boolean>`ends_at > ${now.toISOString()}::timestamptz`,
  title: sql<string>`of_entity || ' ' || of_id`,
  opens: sql`'?' || case of_entity when 'advertisement' then 'of=advertisement' else 'of=' || of_entity || '&id=' || of_id end`,
  href: (query) => `/preview/create${query}`,
  end: (ctx, id) => revokePreview(ctx, Number(id)),
};
