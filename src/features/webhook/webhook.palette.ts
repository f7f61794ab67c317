import { sql } from 'kysely';
import { textMatches } from '#kernel/db/text-search.ts';
import type { PaletteHit } from '#kernel/desk/palette.ts';
import type { Context } from '#kernel/work/context.ts';
import { webhookHref } from './webhook.rules.ts';

// How many webhooks the finder shows next to records of other kinds.
const hits = 5;

/** Finds webhooks for the finder by the words of their names and addresses. */
export async function findWebhooksByText({ db }: Context, text: string): Promise<PaletteHit[]> {
  const { rows } = await sql<{ wh_idx: number; name: string; url: string }>`
    select wh_idx, name, url from webhook
    where ${sql.join(textMatches(sql`strip(name || ' ' || url)`, text), sql` and `)}
    order by name, wh_idx limit ${sql.lit(hits)}`.execute(db);
  return rows.map(({ wh_idx, name, url }) => ({ label: name, detail: url, href: webhookHref(wh_idx) }));
}
