import { sql } from 'kysely';
import { planName } from '#features/approval/approval-preview.public.ts';
import { collectionEntity } from '#features/collection/collection.public.ts';
import { advertisedOrderId, advertisedThen } from '#features/collection/collection-advertisement.public.ts';
import { collectionsThen } from '#features/collection/collection-versions.public.ts';
import { releaseName } from '#features/release/release.public.ts';
import { roadmapThen } from '#features/roadmap/roadmap.public.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { portalMessages } from '../portal.messages.ts';
import type { NewPreview, PreviewRow } from './preview.contract.ts';
import { type AsToday, asTodayIn, type PreviewedKind } from './preview.rules.ts';
import {
  deleteLink,
  hasLink,
  insertLink,
  listLinks,
  lockLinks,
  type Previewed,
  sweepLinks,
} from './preview-link.store.ts';
import type { PreviewLink, PreviewLinks } from './preview-links.service.ts';
import { isPast } from './shown.read.ts';

export const previewEntity = 'preview';

const daySeconds = 86_400;

// As many as the dialog can list.
const mostLinks = 100;

/** Creates a preview link. Anybody who has it sees what is not public yet, so the record's history mentions it. */
export async function sharePreview(
  ctx: Context,
  links: PreviewLinks,
  { of, id, at, release = 0, plan = 0, days }: NewPreview,
): Promise<{ href: string; expires_at: number; as_today: AsToday[] }> {
  if (!(await isThere(ctx, of, id))) throw new AppError(404, 'error.not_found', undefined, { field: 'id' });
  if (release !== 0 && (await releaseName(ctx, release)) === undefined)
    throw new AppError(404, 'error.not_found', undefined, { field: 'release' });
  if (plan !== 0 && (await planName(ctx, plan)) === undefined)
    throw new AppError(404, 'error.not_found', undefined, { field: 'plan' });
  const until = inSeconds(ctx.now) + days * daySeconds;
  const shown = { of, id, at: of === 'book' || release + plan !== 0 ? 0 : toMilliseconds(at), until, release, plan };
  if (isPast(ctx, shown)) await requireThen(ctx, shown);
  await lockLinks(ctx, shown);
  await sweepLinks(ctx);
  if ((await listLinks(ctx, shown)).length >= mostLinks)
    throw portalMessages.error(409, 'portal.preview_many', { count: mostLinks });
  const link = await insertLink(ctx, shown);
  ctx.audit({
    entity: previewEntity,
    id,
    action: 'preview.shared',
    after: auditedTimes(ctx, shown),
    of: recordOf(shown),
  });
  return { href: links.href({ ...shown, link }), expires_at: until, as_today: asTodayIn(isPast(ctx, shown)) };
}

const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Refuses a moment before there was anything to show. */
async function requireThen(ctx: Context, { of, id, at }: Pick<PreviewLink, 'of' | 'id' | 'at'>): Promise<void> {
  const known = {
    collection: async () => (await collectionsThen(ctx, [id], at)).cids.length > 0,
    roadmap: async () => (await roadmapThen(ctx, Number(id), at)) !== undefined,
    advertisement: async () => (await advertisedThen(ctx, at)) !== undefined,
  }[of];
  if (known && !(await known())) throw portalMessages.errorWith(422, 'portal.preview_before', { field: 'at' });
}

/** The record in whose history its links are. */
const recordOf = ({ of, id }: Previewed) =>
  of === 'advertisement' ? { entity: collectionEntity, id: advertisedOrderId } : { entity: of, id };

/** The times of a link as the audit trail shows them; 0 is a preview of the present. */
function auditedTimes({ timeZone }: Context, { at, until }: { at: number; until: number }) {
  const text = (time: number) => localTime(timeZone, time).replace('T', ' ');
  return { ...(at !== 0 && { at: text(at) }), until: text(until) };
}

/** The links to a record that can still be opened. */
export async function listPreviews(ctx: Context, links: PreviewLinks, previewed: Previewed): Promise<PreviewRow[]> {
  const rows = await listLinks(ctx, previewed);
  return rows.map(({ link_idx: link, until, created_at, created_by, ...shown }) => ({
    link_idx: link,
    href: links.href({ ...shown, until, link }),
    at: shown.at,
    release: shown.release,
    plan: shown.plan,
    expires_at: until,
    created_at,
    created_by,
  }));
}

/** Revokes a link together with the links to books it leads to: from then on they are refused. */
export async function revokePreview(ctx: Context, linkIdx: number): Promise<void> {
  const row = await deleteLink(ctx, linkIdx);
  if (!row) throw new AppError(404, 'error.not_found');
  const { of, id, at, until } = row;
  ctx.audit({
    entity: previewEntity,
    id,
    action: 'preview.revoked',
    before: auditedTimes(ctx, { at, until }),
    of: recordOf({ of, id }),
  });
}

/** Throws 404 for an address that was not made here, and 410 for one that has expired or was revoked. */
export async function requireOpen(
  ctx: Context,
  links: PreviewLinks,
  { link, signature }: { link: PreviewLink; signature: string },
): Promise<void> {
  if (!links.isGenuine(link, signature)) throw new AppError(404, 'error.not_found');
  if (link.until * 1000 <= ctx.now.getTime() || !(await hasLink(ctx, link.link)))
    throw portalMessages.error(410, 'portal.preview_over');
}

async function isThere({ db }: Context, of: PreviewedKind, id: string): Promise<boolean> {
  const found = {
    book: sql`select from book where bid = ${id}`,
    collection: sql`select from collection where cid = ${id}`,
    roadmap: sql`select from age_group where grp_idx::text = ${id}`,
    advertisement: sql`select where ${id} = 'order'`,
  }[of];
  return (await found.execute(db)).rows.length > 0;
}
