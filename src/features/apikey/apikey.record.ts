import { sql } from 'kysely';
import type { OwnedKind } from '#kernel/desk/belongings.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { home } from './apikey.routes.ts';
import { apikeyEntity, revokeKey } from './apikey.service.ts';

export const apikeyRecord: RecordDeclaration = {
  kind: apikeyEntity,
  label: 'apikey.kind',
  titles: { table: 'api_key', key: 'key_idx', title: 'name' },
  href: () => home,
  values: {
    scope: {
      read: 'apikey.scope_read',
      redeem: 'apikey.scope_redeem',
      vend: 'apikey.scope_vend',
      assistant: 'apikey.scope_assistant',
      staff: 'apikey.scope_staff',
    },
  },
  fields: {
    name: 'apikey.name',
    scope: 'apikey.scope',
    prefix: 'apikey.prefix',
    batches: 'apikey.batches',
    quota: 'apikey.quota',
    may: 'apikey.may',
    expires_at: 'apikey.expires',
    owner: 'common.owner',
  },
};

/** Keys work whoever made them, but those that call as their person: who has gone knows them, so they go with the account. */
export const ownKeys: OwnedKind = {
  entity: apikeyEntity,
  label: 'apikey.heading',
  table: 'api_key',
  key: 'key_idx',
  owner: 'created_by',
  isOpen: ({ now }) =>
    sql<boolean>`scope <> 'staff' and coalesce(expires_at > ${now.toISOString()}::timestamptz, true)`,
  title: sql<string>`name`,
  href: () => home,
  end: (ctx, id) => revokeKey(ctx, Number(id)),
};
