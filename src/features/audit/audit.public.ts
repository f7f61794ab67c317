import { listHistory } from '#kernel/records/history.ts';
import type { Records } from '#kernel/records/records.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import type { AuditChange } from './audit.contract.ts';
import { type AuditRow, newestAudit } from './audit.store.ts';
import { AuditNames, type NamedEntry } from './audit-names.service.ts';

/** What somebody did, as the audit trail names it: `times` in a row on the same record. */
export interface RecentAct
  extends Pick<NamedEntry, 'at' | 'actor' | 'kind' | 'id' | 'title' | 'href' | 'action' | 'act'> {
  times: number;
}

/**
 * An act on a record as its page shows it; `part` names the part of the record that it is about, if any, and `change` is
 * the first of its changes, beside `more`. Of what is created or deleted, all fields would be changes: none is given.
 */
export interface LatestAct extends Pick<NamedEntry, 'at' | 'actor' | 'action' | 'more'> {
  part: string;
  change: AuditChange | null;
}

// The number of rows examined for consecutive acts: after a year away, only the newest are seen.
const rowLimit = 500;

// What people do for themselves is no news.
const own: ReadonlySet<string> = new Set(['session', 'task', 'saved_view']);

/** The newest acts, `isOwn` if they are those of the caller, and whether there are more. */
interface RecentActs {
  acts: RecentAct[];
  isOwn: boolean;
  more: boolean;
}

/**
 * The newest acts of others since a time in seconds, at most `limit`. For a person who was the only one at work since
 * `alone`, they are the person's own since then.
 */
export async function recentActs(
  ctx: Context,
  records: Records,
  { since, alone, limit }: { since: number; alone: number; limit: number },
): Promise<RecentActs> {
  const me = staffOf(ctx.actor)?.staffId;
  const rows = await newestAudit(ctx.db, Math.min(since, alone), rowLimit);
  const news = rows.filter((row) => !own.has(row.entity));
  const isAlone = !news.some(({ actor, at }) => at >= alone && actor !== null && actor !== me);
  const mine = isAlone ? news.filter(({ actor, at }) => at >= alone && actor === me) : [];
  const isOwn = mine.length > 0;
  const chosen = isOwn ? mine : news.filter(({ actor, at }) => at >= since && actor !== me);
  const { acts, more } = await describeActs(ctx, records, chosen, limit);
  const isCut = rows.length === rowLimit && (rows.at(-1)?.at ?? 0) >= (isOwn ? alone : since);
  return { acts, isOwn, more: more || isCut };
}

// The longest day of a year, in which the clock goes back.
const daySeconds = 25 * 3600;

/** What the caller did today, the last first, at most `limit`. */
export async function ownActsToday(
  ctx: Context,
  records: Records,
  limit: number,
): Promise<{ acts: RecentAct[]; more: boolean }> {
  const me = staffOf(ctx.actor)?.staffId;
  const rows = await newestAudit(ctx.db, Math.floor(ctx.now.getTime() / 1000) - daySeconds, rowLimit);
  const dayOf = (at: number) => today({ now: new Date(at * 1000), timeZone: ctx.timeZone });
  const mine = rows.filter(({ entity, actor, at }) => !own.has(entity) && actor === me && dayOf(at) === today(ctx));
  return describeActs(ctx, records, mine, limit);
}

/** Acts as entries; the same one several times in a row is one entry. */
async function describeActs(ctx: Context, records: Records, rows: readonly AuditRow[], limit: number) {
  const runs = rows.reduce<AuditRow[][]>((all, row) => {
    const run = all.at(-1);
    if (run?.[0] && isSame(run[0], row)) run.push(row);
    else all.push([row]);
    return all;
  }, []);
  const shown = runs.slice(0, limit);
  const names = await AuditNames.knowing(
    ctx,
    records,
    shown.flatMap(([row]) => row ?? []),
  );
  const acts = shown.flatMap(([row, ...earlier]) => (row ? [describe(names, row, earlier.length + 1)] : []));
  return { acts, more: runs.length > limit };
}

function describe(names: AuditNames, row: AuditRow, times: number): RecentAct {
  const { at, actor, kind, id, title, href, action, act } = names.entry(row, nothing);
  return { at, actor, kind, id, title, href, action, act, times };
}

/** The latest acts on a record, newest first; on its parts too. */
export async function latestActs(
  ctx: Context,
  records: Records,
  { entity, id, count }: { entity: string; id: string; count: number },
): Promise<LatestAct[]> {
  const rows = await listHistory(ctx, { entity, id, limit: count });
  const names = await AuditNames.knowing(ctx, records, rows);
  return rows.map((row) => {
    const { at, actor, kind, title, action, changes, more } = names.entry(row, first);
    const isPart = row.entity !== entity || row.entity_id !== id;
    const part = isPart ? [kind, title].filter(Boolean).join(' ') : '';
    const [change = null] = changes;
    // That something is published now, say, is what the act is called.
    const isSaid = typeof change?.after === 'boolean' && !row.action.endsWith('.updated');
    const isWhole = /\.(created|imported|deleted)$/.test(row.action) && (row.before === null || row.after === null);
    return { at, actor, action, part, ...(isWhole || isSaid ? { change: null, more: 0 } : { change, more }) };
  });
}

const first = { changes: 1, characters: 80, total: 200 };

const nothing = { changes: 0, characters: 0, total: 0 };

const isSame = (one: AuditRow, other: AuditRow): boolean =>
  one.actor === other.actor &&
  one.entity === other.entity &&
  one.entity_id === other.entity_id &&
  one.action === other.action;
