import { sql } from 'kysely';
import type { OwnedKind } from '#kernel/desk/belongings.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
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

const isValid = ({ now }: Context) => sql<boolean>`coalesce(expires_at > ${now.toISOString()}::timestamptz, true)`;

/** Keys that work whoever made them. */
export const ownKeys = {
  entity: apikeyEntity,
  label: 'apikey.heading',
  table: 'api_key',
  key: 'key_idx',
  owner: 'created_by',
  isOpen: (ctx) => sql<boolean>`scope not in ('assistant', 'staff') and ${isValid(ctx)}`,
  title: sql<string>`name`,
  href: () => home,
  end: (ctx, id) => revokeKey(ctx, Number(id)),
} as const satisfies OwnedKind;

/** Keys of assistants and of programs that do the work of staff: they call as their person, and end with that person. */
export const personalKeys: OwnedKind = {
  ...ownKeys,
  entity: 'api_key.own',
  label: 'apikey.personal',
  isOpen: (ctx) => sql<boolean>`scope in ('assistant', 'staff') and ${isValid(ctx)}`,
  onlyEnds: true,
};
