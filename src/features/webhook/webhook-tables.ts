import type { RecordTables } from '#kernel/records/record-tables.ts';
import { webhookEntity } from './webhook.rules.ts';

/** What comes back of a deleted webhook: all but its secrets, its deliveries and what it was sending. */
export const webhookTables: RecordTables = {
  entity: webhookEntity,
  id: 'wh_idx',
  table: 'webhook',
  key: 'wh_idx',
  parts: [],
  lost: {
    webhook_delivery: 'they are a record of what was sent; what was missed is sent from the cursor',
    webhook_registration: 'a receiver reads anew what it missed',
  },
  without: ['secret', 'old_secret', 'old_secret_until', 'claim', 'claimed_until'],
};
