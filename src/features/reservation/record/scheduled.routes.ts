import { sql } from 'kysely';
import { z } from 'zod';
import { CollectionParams, collectionEntity } from '#features/collection/collection.public.ts';
import { readCollectionHead } from '#features/collection/collection-page.public.ts';
import { view } from '#kernel/http/web.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { PartState, RecordPart } from '#kernel/records/record-parts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import { readReservations, showReservations } from '../reservation.read.ts';
import { hasConflict, reservationEntity, scheduledHref } from '../reservation.rules.ts';
import { readAsOf, startOfAsOf } from './as-of.read.ts';
import type CollectionScheduled from './collection-scheduled.view.tsx';

// How many of each kind a collection's page shows; the list has the rest.
const shownOpen = 100;
const shownPast = 20;

/** The scheduled changes of a collection as a part of its page, with a note if they need attention. */
export const scheduledPart: RecordPart = {
  of: collectionEntity,
  tab: { label: 'reservation.tab', href: scheduledHref, state: readState },
};

async function readState(ctx: Context, cid: string): Promise<PartState> {
  const t = ctx.translate<ReservationWords>();
  const open = await listOpen(ctx, cid);
  const failed = open.filter(({ status }) => status === 'failed').length;
  const conflicts = open.filter((row) => hasConflict(row.conflicts)).length;
  const waiting = open.filter(({ status }) => status === 'scheduled');
  const [next] = waiting;
  const count = open.length;
  if (failed > 0) return { count, note: { tone: 'problem', text: t('reservation.part_failed', { count: failed }) } };
  if (conflicts > 0)
    return { count, note: { tone: 'warn', text: t('reservation.part_conflicts', { count: conflicts }) } };
  if (!next) return { count, note: null };
  const what = t(`reservation.target_${next.target}`);
  const time = zonedText(languageTag(ctx.locale), next.zone, next.apply_at);
  return {
    count,
    note: { tone: 'done', text: t('reservation.part_waiting', { count: waiting.length, what, time }) },
  };
}

const listOpen = (ctx: Context, cid: string) =>
  readReservations(
    ctx,
    sql`(
      select res_idx, row_number() over (order by apply_at, res_idx) as nth from reservation
      where cid = ${cid} and status in ('scheduled', 'failed') order by nth limit ${sql.lit(shownOpen)}) page`,
  );

const listPast = (ctx: Context, cid: string) =>
  readReservations(
    ctx,
    sql`(
      select res_idx, row_number() over (order by ended_at desc, res_idx desc) as nth from reservation
      where cid = ${cid} and status in ('applied', 'cancelled') order by nth limit ${sql.lit(shownPast)}) page`,
  );

export function scheduledRoutes(kernel: Kernel): void {
  const { web, storage } = kernel;
  web.page(scheduledHref(':cid'), {
    view: view<typeof CollectionScheduled>('reservation/record/collection-scheduled'),
    words: ['collection', 'version'],
    follows: [reservationEntity],
    shows: ({ head }) => ({ kind: collectionEntity, id: head.collection.cid }),
    title: (_, { head }) => head.collection.title,
    params: CollectionParams,
    query: z.object({
      at: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
        .optional()
        .catch(undefined),
    }),
    load: async ({ ctx, params: { cid }, query: { at } }) => {
      const { head } = await readCollectionHead(ctx, kernel, cid);
      const [open, past] = await Promise.all([listOpen(ctx, cid), listPast(ctx, cid)]);
      return {
        head,
        now: inSeconds(ctx.now),
        open: await showReservations(ctx, storage, open),
        past: await showReservations(ctx, storage, past),
        asOf: at === undefined ? null : await readAsOf(ctx, kernel, cid, at),
        start: startOfAsOf(ctx),
      };
    },
  });
}
