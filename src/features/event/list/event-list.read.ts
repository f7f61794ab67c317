import { type RawBuilder, sql } from 'kysely';
import { readCode } from '#features/code/code.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { countFound, isBestFirst, shownOrder, sortDirection } from '#kernel/db/list-page.ts';
import { idSearch, type Listed } from '#kernel/db/listed-ids.ts';
import { offsetOf, type Page } from '#kernel/db/paging.ts';
import { matchRank, textMatches } from '#kernel/db/text-search.ts';
import type { Counter } from '#kernel/desk/cached-counts.ts';
import { byKeys, type Sheet, sheetOf } from '#kernel/http/export.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import { momentValue } from '#kernel/sheets/sheet-value.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import type { EventRecord } from '../event.contract.ts';
import type { EventWords } from '../event.messages.ts';
import { type EventStatus, statusOf } from '../event.rules.ts';
import { eventKind } from '../event.service.ts';
import { eventColumns, eventTables } from '../event.store.ts';
import type { EventFilter, EventOrder } from '../event-filter.contract.ts';
import { readEventCodes } from '../event-search.rules.ts';
import { soonDays } from './event-filter.rules.ts';

/** The condition that events `e` are in a state at a time, in seconds; see statusOf. */
const isInStatus: Record<EventStatus, (now: number) => RawBuilder<unknown>> = {
  canceled: () => sql`e.paused`,
  waiting: (now) => sql`not e.paused and e."from" > ${now}`,
  in_progress: (now) => sql`not e.paused and e."from" <= ${now} and e.until > ${now}`,
  completed: (now) => sql`not e.paused and e."from" <= ${now} and e.until <= ${now}`,
};

const isFull = sql`(e.participant_limit > 0 and e.participants >= e.participant_limit)`;

const conditions: Conditions<EventFilter, number> = {
  search_val: (text) => search.matches(text),
  status: (status, now) => isInStatus[status](now),
  group: (group) => sql`e."group" = ${group}`,
  places: (places) => (places === 'full' ? isFull : sql`not ${isFull}`),
  ends: (_soon, now) => sql`e.until between ${now} and ${now + soonDays * 86_400}`,
  cidx: (cidx) => sql`e.cidx = ${cidx}`,
};

const search = idSearch({
  readIds: readEventCodes,
  from: sql`event e`,
  columns: [{ column: sql`e.code`, forms: (code) => [code] }],
  contains: (text) => sql`(e.code = ${readCode(text)} or ${every(textMatches(sql`e.search`, text))})`,
});

/** Which codes of a pasted list have an event that the filter finds; null if none were pasted. */
export const findListed = (ctx: Context, { search_val, ...rest }: EventFilter): Promise<Listed | null> =>
  search.listed(ctx.db, search_val, matches(rest, inSeconds(ctx.now)));

const matches = (filter: EventFilter, now: number) => every(conditionsOf(conditions, now, filter));

const orders: Record<EventOrder['key'], RawBuilder<unknown>> = {
  name: sql`strip(e.name)`,
  from: sql`e."from"`,
  until: sql`e.until`,
  participants: sql`e.participants`,
  updated: sql`e.updated_at`,
};

function inOrder({ search_val: text }: EventFilter, order: EventOrder): RawBuilder<unknown> {
  const direction = sortDirection(order);
  const sorted = sql`${orders[order.key]} ${direction}, e.event_idx ${direction}`;
  const row = { title: sql<string>`strip(e.name)`, search: sql<string>`e.search` };
  return isBestFirst(text, order) ? sql`${matchRank(row, text, sql`e.code`)}, ${sorted}` : sorted;
}

/** One page of the list. */
export async function listEvents(
  ctx: Context,
  filter: EventFilter,
  { order, page, size }: PageRequest<EventOrder['key']>,
): Promise<Page<EventRecord & { status: EventStatus }>> {
  const now = inSeconds(ctx.now);
  const [total, { rows }] = await Promise.all([
    countEventsOf(ctx, filter),
    sql<EventRecord>`
      select ${eventColumns} from ${eventTables} where ${matches(filter, now)}
      order by ${inOrder(filter, order)} limit ${size} offset ${offsetOf(page, size)}`.execute(ctx.db),
  ]);
  return {
    rows: rows.map((event) => ({ ...event, status: statusOf(event, now) })),
    total,
    page,
    order: shownOrder(filter.search_val, order),
  };
}

/** How many events match a filter, up to a bound. */
export const countEventsOf = (ctx: Context, filter: EventFilter): Promise<number> =>
  countFound(ctx.db, sql`select 1 from event e where ${matches(filter, inSeconds(ctx.now))}`);

/** The number of events that run now. */
export const running: Counter = {
  kinds: [eventKind],
  count: (ctx) => countEventsOf(ctx, { status: 'in_progress' }),
  altersAt: findNextTurn,
};

/** When the next event begins or ends, in seconds. */
async function findNextTurn({ db, now }: Context): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(at) as at from event e, lateral (values (e."from"), (e.until)) turn (at) where at > ${inSeconds(now)}`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** The events of a list as a sheet, in list order. */
export async function exportEvents(ctx: Context, filter: EventFilter, order: EventOrder): Promise<Sheet> {
  const t = ctx.translate<EventWords>();
  const now = inSeconds(ctx.now);
  const { rows } = await sql<{ event_idx: number }>`
    select e.event_idx from event e where ${matches(filter, now)} order by ${inOrder(filter, order)}`.execute(ctx.db);
  const keys = rows.map(({ event_idx }) => event_idx);
  const time = (seconds: number) =>
    seconds === 0 ? '' : momentValue(localTime(ctx.timeZone, seconds).replace('T', ' '));
  return sheetOf<EventRecord>(
    [
      [t('event.field_name'), ({ name }) => name],
      [t('event.field_code'), ({ code }) => code],
      [t('event.field_cid'), ({ cid }) => cid],
      [t('event.collection'), ({ collection }) => collection],
      [t('event.field_status'), (event) => t(`event.status_${statusOf(event, now)}`)],
      [t('event.field_from'), ({ from }) => time(from)],
      [t('event.field_until'), ({ until }) => time(until)],
      [t('event.field_length'), (event) => (event.forced_expire ? '' : event.length)],
      [t('event.field_forced_expired_date'), (event) => time(event.forced_expired_date)],
      [t('event.field_participant_limit'), (event) => event.participant_limit],
      [t('event.field_participants'), ({ participants }) => participants],
      [t('event.field_group'), ({ group }) => group],
    ],
    keys.length,
    byKeys(keys, (some) => readEvents(ctx.db, some)),
  );
}

async function readEvents(db: Database, keys: readonly number[]): Promise<EventRecord[]> {
  const { rows } = await sql<EventRecord>`
    select ${eventColumns} from unnest(${keys}::integer[]) with ordinality as wanted (event_idx, nth)
    join ${eventTables} using (event_idx) order by wanted.nth`.execute(db);
  return rows;
}

interface NamedKey {
  value: string;
  label: string;
}

/** The collection of a filter, with its title for display. */
export async function findCollectionChoice(db: Database, cidx: number | undefined): Promise<NamedKey | null> {
  if (cidx === undefined) return null;
  const { rows } = await sql<NamedKey>`
    select c.cidx::text as value, coalesce(t.title, c.cid) as label
    from collection c left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    where c.cidx = ${cidx}`.execute(db);
  return rows[0] ?? null;
}

// How many events the palette shows next to records of other kinds.
const hits = 5;

/** Finds events for the palette, an exact match of the code first. */
export async function findEventsByText(ctx: Context, text: string): Promise<RecordHit[]> {
  const { rows } = await sql<Pick<EventRecord, 'event_idx' | 'name' | 'code'>>`
    select e.event_idx, e.name, e.code from event e where ${matches({ search_val: text }, 0)}
    order by e.code <> ${readCode(text)}, e."from" desc, e.event_idx desc limit ${sql.lit(hits)}`.execute(ctx.db);
  return rows.map(({ event_idx, name, code }) => ({
    label: name,
    detail: code,
    href: `/event/${event_idx}`,
    id: code,
  }));
}
