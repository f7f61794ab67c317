import { sql } from 'kysely';
import { textMatches } from '#kernel/db/text-search.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import { lossesIn } from '#kernel/records/losses.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { webhookEntity, webhookHref } from './webhook.rules.ts';
import { webhookExistence } from './webhook.service.ts';

export const webhookRecord = (kernel: Kernel): RecordDeclaration => ({
  kind: webhookEntity,
  label: 'webhook.kind',
  href: webhookHref,
  titles: { table: 'webhook', key: 'wh_idx', title: 'name' },
  find: { icon: 'page', by: findWebhooksByText },
  losses: {
    undo: 'webhook.lost_undo',
    find: async (ctx, id) => {
      const { rows } = await sql<{ deliveries: number }>`
        select count(*) as deliveries from webhook_delivery where wh_idx = ${id}::integer`.execute(ctx.db);
      return lossesIn({ deliveries: 'webhook.lost_deliveries' }, rows[0]);
    },
  },
  existence: webhookExistence(kernel),
  byPeople: true,
  actions: {
    secret_made: 'webhook.did_secret',
    tested: 'webhook.did_test',
    replayed: 'webhook.did_replay',
    restarted: 'webhook.did_restart',
  },
  fields: {
    name: 'webhook.field_name',
    url: 'webhook.field_url',
    kinds: 'webhook.field_kinds',
    active: 'webhook.field_active',
    count: 'webhook.field_count',
    since: 'webhook.field_since',
    del_idx: 'webhook.field_delivery',
    status: 'webhook.field_status',
    problem: 'webhook.field_problem',
  },
});

// How many webhooks the finder shows next to records of other kinds.
const hits = 5;

/** By the words of their names and addresses. */
async function findWebhooksByText({ db }: Context, text: string): Promise<RecordHit[]> {
  const { rows } = await sql<{ wh_idx: number; name: string; url: string }>`
    select wh_idx, name, url from webhook
    where ${sql.join(textMatches(sql`strip(name || ' ' || url)`, text), sql` and `)}
    order by name, wh_idx limit ${sql.lit(hits)}`.execute(db);
  return rows.map(({ wh_idx, name, url }) => ({ label: name, detail: url, href: webhookHref(wh_idx) }));
}
