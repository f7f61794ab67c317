import { sql } from 'kysely';
import { priceItem, priceLabels } from '#features/collection/collection.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import type { OwnedKind } from '#kernel/desk/belongings.ts';
import { zonedTimeText } from '#kernel/messages/time-text.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { ReferenceFinder } from '#kernel/records/references.ts';
import { versionEntity } from '#kernel/records/versions.ts';
import type { Context } from '#kernel/work/context.ts';
import { cancelOne } from './cancel/cancel-reservations.service.ts';
import { cancelledBack } from './cancel/cancel-undo.service.ts';
import { selected } from './list/reservation-filter.read.ts';
import { scheduledPart } from './record/scheduled.routes.ts';
import type { ReservationWords } from './reservation.messages.ts';
import { reservationEntity, reservationHref, statuses, type Target, targets } from './reservation.rules.ts';
import { restoreEdited } from './reservation.service.ts';

// How many a refusal or a panel lists by name.
const named = 3;

/** Finds scheduled reservations of a collection, so that it is not deleted before they are applied. */
const waitingReservations: ReferenceFinder = {
  of: 'collection',
  reason: 'reservation.keeps_collection',
  find: async (ctx, ids) => {
    const { rows } = await sql<{ res_idx: number; target: Target; apply_at: number; zone: string; count: number }>`
      select res_idx, target, ${secondsOf('apply_at')} as apply_at, zone, count(*) over () as count
      from reservation where cidx = any(${ids.map(Number)}::integer[]) and status = 'scheduled'
      order by reservation.apply_at, res_idx limit ${sql.lit(named)}`.execute(ctx.db);
    const first = rows.map(({ res_idx, target, apply_at, zone }) => ({
      label: `${ctx.translate<ReservationWords>()(`reservation.target_${target}`)}, ${zonedTimeText(ctx, apply_at, zone)}`,
      kind: 'reservation.kind',
      href: reservationHref(res_idx),
    }));
    return { count: rows[0]?.count ?? 0, first };
  },
  all: async ({ db }, cidx) => {
    const { cid } = await db
      .selectFrom('collection')
      .select('cid')
      .where('cidx', '=', Number(cidx))
      .executeTakeFirstOrThrow();
    return `/reservation?${new URLSearchParams({ cid, status: 'scheduled' })}`;
  },
  referenced: async (ctx: Context, ids) => {
    const { rows } = await sql<{ id: string }>`
      select distinct cidx::text as id from reservation
      where cidx = any(${ids}::integer[]) and status = 'scheduled'`.execute(ctx.db);
    return rows.map((row) => row.id);
  },
};

export const reservationRecord = (kernel: Kernel): RecordDeclaration => ({
  kind: reservationEntity,
  label: 'reservation.kind',
  href: reservationHref,
  titles: reservationTitles,
  title: 'cid',
  find: { icon: 'schedule', by: findReservationsByText },
  acts: [{ key: 'reservation.create', icon: 'add', href: '/reservation/create', words: 'reservation.words' }],
  references: [waitingReservations],
  parts: [scheduledPart(kernel)],
  existence: { remove: (ctx, id) => cancelOne(ctx, Number(id), undefined) },
  undo: { updated: { whole: restoreEdited }, cancelled: cancelledBack },
  actions: {
    updated: 'reservation.did_update',
    applied: 'reservation.did_apply',
    failed: 'reservation.did_fail',
    cancelled: 'reservation.did_cancel',
  },
  untold: ['cancelled'],
  items: { value: priceItem, foreseen: priceItem },
  rich: ['value', 'foreseen'],
  fields: {
    cid: 'reservation.field_cid',
    target: 'reservation.field_target',
    locale: 'reservation.field_locale',
    value: 'reservation.field_value',
    ...priceLabels,
    image: 'reservation.field_image',
    apply_at: 'reservation.field_apply_at',
    based_on: 'reservation.field_based_on',
    anyway: 'reservation.field_anyway',
    follows: 'reservation.field_follows',
    foreseen: 'reservation.field_foreseen',
    status: 'reservation.field_status',
    problem: 'reservation.field_problem',
    applied_version: 'reservation.field_applied_version',
    owner: 'common.owner',
  },
  refs: { based_on: () => versionEntity, applied_version: () => versionEntity },
  values: {
    status: Object.fromEntries(statuses.map((status) => [status, `reservation.status_${status}`])),
    target: Object.fromEntries(targets.map((target) => [target, `reservation.target_${target}`])),
    problem: {
      'reservation.edited': 'reservation.did_edit',
      'reservation.collection_gone': 'reservation.collection_gone',
      'reservation.value_invalid': 'reservation.value_invalid',
    },
  },
});

/** Those that wait, or failed and wait for a decision. */
export const ownReservations: OwnedKind = {
  entity: reservationEntity,
  label: 'reservation.heading',
  table: 'reservation',
  key: 'res_idx',
  owner: 'created_by',
  isOpen: () => sql<boolean>`status in ('scheduled', 'failed')`,
  title: sql<string>`coalesce(
    (select t.title from collection_text t where t.cidx = reservation.cidx and t.locale = 'en'), cid)`,
  href: reservationHref,
};

/** What was done to many reservations at once. */
export const reservationActRecord: RecordDeclaration = {
  kind: `${reservationEntity}_act`,
  label: 'reservation.act_kind',
  undo: { cancelled: cancelledBack },
  fields: { count: 'reservation.field_count' },
};

const hits = 4;

/** Finds scheduled and failed reservations by their collections. */
async function findReservationsByText(ctx: Context, text: string): Promise<RecordHit[]> {
  const t = ctx.translate<ReservationWords>();
  const found = sql.join(textMatches(sql`c.search`, text), sql` and `);
  const { rows } = await sql<{ res_idx: number; target: Target; title: string; apply_at: number; zone: string }>`
    select r.res_idx, r.target, coalesce(t.title, r.cid) as title, ${secondsOf('r.apply_at')} as apply_at, r.zone
    from ${selected} where r.status in ('scheduled', 'failed') and ${found}
    order by r.apply_at, r.res_idx limit ${sql.lit(hits)}`.execute(ctx.db);
  return rows.map(({ res_idx, target, title, apply_at, zone }) => ({
    label: `${t(`reservation.target_${target}`)}: ${title}`,
    detail: zonedTimeText(ctx, apply_at, zone),
    href: reservationHref(res_idx),
  }));
}

/** The names of reservations in the audit trail: the titles of their collections. */
async function reservationTitles(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const t = ctx.translate<ReservationWords>();
  const { rows } = await sql<{ id: string; target: Target; title: string }>`
    select r.res_idx::text as id, r.target, coalesce(t.title, r.cid) as title from ${selected}
    where r.res_idx::text = any(${ids}::text[])`.execute(ctx.db);
  return new Map(rows.map(({ id, target, title }) => [id, `${t(`reservation.target_${target}`)}: ${title}`]));
}
