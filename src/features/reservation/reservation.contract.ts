import { z } from 'zod';
import { Localized, Price } from '#features/collection/collection.public.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { selectionOf } from '#kernel/records/selection.ts';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import { cleanTitle } from '#kernel/text/text-forms.rules.ts';
import { isZone } from '#kernel/text/zoned-time.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, idx, results, succeeded, success, version } from '#kernel/work/fields.ts';
import { decisions, imageTargets, statuses, targets } from './reservation.rules.ts';
import { reservationFilter } from './reservation-filter.contract.ts';

export const ReservationParams = z.object({ res_idx: idx });

/** A time as seconds, or as an ISO time with its offset. */
export const Time = z.union(
  [
    z.int().min(1).max(endOfTime),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
    z
      .union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })])
      .transform((text) => Math.floor(Date.parse(text) / 1000)),
  ],
  'reservation.time_rule',
);
/** The IANA name of a time zone. */
export const Zone = z.string().max(100).refine(isZone, 'reservation.zone_rule');

/** A text, rows of prices, or the path of a current or former image of the collection; see reserved-value. */
const Value = z
  .union([z.string().max(100_000), z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).max(200)])
  .nullable();

const cid = z.string().overwrite(cleanTitle).min(1).max(200);
const when = { apply_at: Time, zone: Zone.optional(), based_on: idx.optional() };

export const NewReservation = z.strictObject({
  cid,
  cidx: idx.optional(),
  target: z.enum(targets),
  /** For a description; en by default. */
  locale: Localized.optional(),
  value: Value,
  ...when,
});

/** The form fields sent with an image. */
export const NewImageReservation = z.strictObject({
  cid,
  cidx: idx.optional(),
  target: z.enum(imageTargets),
  ...when,
});

const ReservationChange = z.strictObject({
  locale: Localized.optional(),
  value: Value.optional(),
  apply_at: Time.optional(),
  zone: Zone.optional(),
  based_on: idx.optional(),
  /** How its conflicts are decided: `anyway` overwrites whatever is there by then, `rebase` starts from `based_on`. */
  decide: z.enum(decisions).optional(),
  version,
});
export type NewReservation = z.output<typeof NewReservation>;
export type ReservationChange = z.output<typeof ReservationChange>;

const RivalRelease = z.object({ rel_idx: z.int(), name: z.string(), apply_at: z.int() });
export type RivalRelease = z.output<typeof RivalRelease>;

/** Who changed the field since, and what else sets the same field before and after it, where nobody has decided. */
const Conflicts = z.object({
  edited: z.object({ name: z.string().nullable(), at: z.int() }).nullable(),
  earlier: z.int().nullable(),
  later: z.int().nullable(),
  earlier_release: RivalRelease.optional(),
  later_release: RivalRelease.optional(),
});
export type Conflicts = z.output<typeof Conflicts>;

/** A reservation as returned by calls. Times in seconds. */
const ReservationRecord = z.object({
  res_idx: z.int(),
  cid: z.string(),
  /** Null once the collection is deleted. */
  cidx: z.int().nullable(),
  title: z.string(),
  target: z.enum(targets),
  locale: Localized.nullable(),
  value: Value,
  apply_at: z.int(),
  zone: z.string(),
  based_on: z.int(),
  anyway: z.boolean(),
  follows: z.int().nullable(),
  status: z.enum(statuses),
  /** Why it failed. */
  problem: z.string().nullable(),
  conflicts: Conflicts,
  applied_version: z.int().nullable(),
  ended_at: z.int().nullable(),
  created_at: z.int(),
  created_by: z.string().nullable(),
  updated_at: z.int(),
  awaits: z.int().nullable().describe('The approval without which it is not applied'),
  updated_by: z.string().nullable(),
  version: z.int(),
});
export type ReservationRecord = z.output<typeof ReservationRecord>;

/** The current state of a collection, from which a new reservation starts. */
const Current = z.object({
  cid: z.string(),
  cidx: z.int(),
  title: z.string(),
  /** The newest version. */
  newest: z.int().nullable(),
  descriptions: z.partialRecord(Localized, z.string()),
  prices: z.array(Price),
  /** The addresses of its images; null where there is none. */
  images: z.object({ cover: z.string().nullable(), thumb: z.string().nullable(), list: z.string().nullable() }),
  /** What sets its field before and after one that is being written, where it would conflict with that. */
  rivals: z.array(
    z.object({ res_idx: z.int().optional(), rel_idx: z.int().optional(), name: z.string(), apply_at: z.int() }),
  ),
});
export type Current = z.output<typeof Current>;

export const ReservationSelection = selectionOf(z.string().regex(/^\d{1,9}$/), reservationFilter.body);

const Saved = z.object({ success: succeeded, res_idx: z.int(), version: z.int(), act_idx });

// One long text.
const bodyLimit = 1 << 20;

export type ReservationApi = typeof reservationApi;
export const reservationApi = contract({
  'POST /api/v1/reservation': {
    summary:
      'Schedule a change of a collection: JSON, or a form with the file `image` for cover_img, thumb_img and list_img. apply_at is in seconds or an ISO time with its offset, based_on is the newest version by default',
    files: { image: 'optional' },
    fields: NewImageReservation,
    triable: true,
    body: NewReservation.nullable(),
    bodyLimit,
    response: results(Saved),
  },
  'GET /api/v1/reservation': {
    summary: 'Scheduled changes, the next first, 100 on a page',
    query: reservationFilter.query.extend({ page: PageNumber }),
    response: results(z.array(ReservationRecord)),
  },
  'GET /api/v1/reservation/current': {
    summary:
      'What a scheduled change of a collection starts from: its descriptions, prices, images and newest version; with a target and a time, also what it would conflict with',
    query: z.object({
      cid,
      target: z.enum(targets).optional(),
      locale: Localized.optional(),
      apply_at: Time.optional(),
      res_idx: idx.optional().describe('The one that is edited'),
    }),
    response: results(Current),
  },
  'GET /api/v1/reservation/:res_idx': {
    summary: 'One scheduled change with its conflicts',
    params: ReservationParams,
    response: results(ReservationRecord),
  },
  'PUT /api/v1/reservation/:res_idx': {
    summary:
      'Change a scheduled or failed change, or decide its conflicts. A failed one that gets a time, a base or a decision is scheduled again; where its time has passed it is applied at once',
    params: ReservationParams,
    body: ReservationChange,
    bodyLimit,
    response: results(Saved),
  },
  'POST /api/v1/reservation/:res_idx/image': {
    summary: 'Replace the image of a scheduled change (file field image)',
    params: ReservationParams,
    files: { image: 'one' },
    response: results(Saved),
  },
  'DELETE /api/v1/reservation/:res_idx': {
    summary: 'Cancel a scheduled or failed change; one that was applied is refused',
    params: ReservationParams,
    form: true,
    body: z.strictObject({ version }).nullish(),
    response: results(success.extend({ act_idx: z.int().optional() })),
  },
  'DELETE /api/v1/reservation': {
    summary:
      'Cancel the selected changes that are scheduled or failed; the others stay as they are. dry_run only counts',
    body: z.strictObject({ selection: ReservationSelection, dry_run: z.boolean().default(false) }),
    bodyLimit,
    bodyValues: 50_000,
    response: results(
      z.object({
        success: succeeded,
        count: z.int(),
        changed: z.int(),
        work_idx: z.int().optional(),
        act_idx: z.int().optional(),
      }),
    ),
  },
});
