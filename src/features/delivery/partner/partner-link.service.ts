import { batchEntity, codeMessages, requireBatch } from '#features/code/code-batch.public.ts';
import { hashPassword } from '#kernel/auth/password.ts';
import type { Write } from '#kernel/http/api-handlers.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOfDay, momentOf } from '#kernel/work/days.ts';
import type { NewLink } from './partner-link.contract.ts';
import { insertLink, revokeLink } from './partner-link.store.ts';

/** The entity of links in the audit trail; they belong to their batch. */
export const linkEntity = 'code_link';

/** The address of a partner's page. */
export const pageOf = (token: string): string => `/delivery/${token}`;

/** Creates a link to a batch. Its password is hashed before the transaction, which it would only make longer. */
export async function shareBatch(
  write: Write,
  cg_idx: number,
  { expires_at: until, password, lang }: NewLink,
): Promise<{ link_idx: number; href: string }> {
  const hashed = password ? await hashPassword(password) : null;
  return write(async (ctx) => {
    await requireBatch(ctx, cg_idx);
    const expires_at = await momentOf(ctx, until, endOfDay);
    if (expires_at <= inSeconds(ctx.now)) throw codeMessages.errorWith(422, 'code.link_past', { field: 'expires_at' });
    const { link_idx, token } = await insertLink(ctx, { cg_idx, lang, expires_at, password: hashed });
    const after = { until: localTime(ctx.timeZone, expires_at).replace('T', ' '), password: hashed !== null, lang };
    ctx.audit({ entity: linkEntity, id: link_idx, action: `${linkEntity}.created`, after, of: batchOf(cg_idx) });
    ctx.changed(batchEntity, cg_idx);
    return { link_idx, href: pageOf(token) };
  });
}

/** Closes the page of a link, at every instance: each reads the link with each request. Twice does nothing more. */
export async function closeLink(ctx: Context, link_idx: number): Promise<void> {
  const link = await revokeLink(ctx, link_idx);
  if (!link) throw codeMessages.error(404, 'code.link_not_found');
  if (!link.wasOpen) return;
  ctx.audit({ entity: linkEntity, id: link_idx, action: `${linkEntity}.revoked`, of: batchOf(link.cg_idx) });
  ctx.changed(batchEntity, link.cg_idx);
}

const batchOf = (cg_idx: number) => ({ entity: batchEntity, id: cg_idx });
