import type { RecordDeclaration } from '#kernel/records/records.ts';
import { home } from './apikey.routes.ts';

export const apikeyRecord: RecordDeclaration = {
  kind: 'api_key',
  label: 'apikey.kind',
  titles: { table: 'api_key', key: 'key_idx', title: 'name' },
  href: () => home,
  values: { scope: { read: 'apikey.scope_read', redeem: 'apikey.scope_redeem' } },
  fields: { name: 'apikey.name', scope: 'apikey.scope', prefix: 'apikey.prefix', expires_at: 'apikey.expires' },
};
