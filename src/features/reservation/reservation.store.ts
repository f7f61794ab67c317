import { type RawBuilder, sql } from 'kysely';
import { columnsOfSets, type StoredSet } from '#kernel/changesets/stored-sets.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import { unreferencedLifetimeMs } from '#kernel/storage/left-files.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Status, Target } from './reservation.rules.ts';

/** A stored reservation. Times in seconds. */
export interface ReservationRow extends StoredSet {
  res_idx: number;
  cid: string;
  cidx: number | null;
  target: Target;
  locale: Locale | null;
  /** The path of the field in the versions of the collection. */
  field: string[];
  /** A text, rows of prices, or the number of an image. */
  value: Json;
  has_image: boolean;
  based_on: number;
  anyway: boolean;
  follows: number | null;
  /** The value that a release sets before it, alone in a list, if somebody decided to start from it. */
  foreseen: [Json] | null;
  status: Status;
  applied_version: number | null;
  ended_at: number | null;
}

/** The columns of reservations `r`. */
export const columns: RawBuilder<unknown> = columnsOfSets(
  'res_idx',
  sql`r.cid, r.cidx, r.target, r.locale, r.field, r.value, r.has_image, r.based_on, r.anyway, r.follows, r.foreseen,
    r.applied_version, ${secondsOf('r.ended_at')} as ended_at`,
);

/** Those of some images, as sets of changes name them, that reservations set, but for those cancelled over a day ago. */
export async function findAwaitedImages({ db, now }: Context, files: readonly string[]): Promise<string[]> {
  const dayAgo = new Date(now.getTime() - unreferencedLifetimeMs).toISOString();
  const { rows } = await sql<{ file: string }>`
    select distinct image.file from reservation r, lateral (select 'collection_image ' || (r.value #>> '{}') as file) image
    where jsonb_typeof(r.value) = 'number' and image.file = any(${files}::text[])
      and (r.status <> 'cancelled' or r.ended_at >= ${dayAgo}::timestamptz)`.execute(db);
  return rows.map(({ file }) => file);
}
