import { sql } from 'kysely';
import { z } from 'zod';
import { CollectionParams, collectionEntity } from '#features/collection/collection.public.ts';
import { readCollectionHead } from '#features/collection/collection-page.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { callerOf } from '#kernel/http/caller.ts';
import { view } from '#kernel/http/web.ts';
import { zonedTimeText } from '#kernel/messages/time-text.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { PartState, RecordPart } from '#kernel/records/record-parts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import { readReservations, showReservations } from '../reservation.read.ts';
import { hasConflict } from '../conflict.rules.ts';
import { scheduledHref } from '../reservation.rules.ts';
import { readAsOf, startOfAsOf } from './as-of.read.ts';
import type CollectionScheduled from './collection-scheduled.view.tsx';

// How many of each kind a collection's page shows; the list has the rest.
const shownOpen = 100;
const shownPast = 20;

/** The scheduled changes of a collection as a part of its page, with a note if they need attention. */
export const scheduledPart = ({ changeSets }: Pick<Kernel, 'changeSets'>): RecordPart => ({
  of: collectionEntity,
  tab: { label: 'reservation.tab', href: scheduledHref, state: (ctx, cid) => readState(ctx, changeSets, cid) },
});

async function readState(ctx: Context, changeSets: ChangeSets, cid: string): Promise<PartState> {
  const t = ctx.translate<ReservationWords>();
  const open = await listOpen(ctx, changeSets, cid);
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
  const time = zonedTimeText(ctx, next.apply_at, next.zone);
  return {
    count,
    note: { tone: 'done', text: t('reservation.part_waiting', { count: waiting.length, what, time }) },
  };
}

const listOpen = (ctx: Context, changeSets: ChangeSets, cid: string) =>
  readReservations(
    ctx,
    changeSets,
    sql`(
      select res_idx, row_number() over (order by apply_at, res_idx) as nth from reservation
      where cid = ${cid} and status in ('scheduled', 'failed') order by nth limit ${sql.lit(shownOpen)}) page`,
  );

const listPast = (ctx: Context, changeSets: ChangeSets, cid: string) =>
  readReservations(
    ctx,
    changeSets,
    sql`(
      select res_idx, row_number() over (order by ended_at desc, res_idx desc) as nth from reservation
      where cid = ${cid} and status in ('applied', 'cancelled') order by nth limit ${sql.lit(shownPast)}) page`,
  );

export function scheduledRoutes(kernel: Kernel): void {
  const { web, storage, changeSets, work } = kernel;
  web.page(scheduledHref(':cid'), {
    view: view<typeof CollectionScheduled>('reservation/record/collection-scheduled'),
    words: ['collection', 'version'],
    follows: changeSets.scheduledEntities,
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
    load: async ({ ctx, request, params: { cid }, query: { at } }) => {
      const { head } = await readCollectionHead(ctx, kernel, cid);
      const [open, past] = await Promise.all([listOpen(ctx, changeSets, cid), listPast(ctx, changeSets, cid)]);
      return {
        head,
        now: inSeconds(ctx.now),
        open: await showReservations(ctx, storage, open),
        past: await showReservations(ctx, storage, past),
        // What is scheduled is made and taken back in a transaction.
        asOf:
          at === undefined ? null : await work.write(callerOf(request), (inside) => readAsOf(inside, kernel, cid, at)),
        start: startOfAsOf(ctx),
      };
    },
  });
}
