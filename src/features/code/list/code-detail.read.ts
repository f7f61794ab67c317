import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import { type HistoryEntry, listHistory } from '#kernel/records/history.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { codeMessages } from '../code.messages.ts';
import { endsAt } from '../code-state.rules.ts';
import { type CodeListRow, findCodeRow } from '../find/code-rows.read.ts';
import type { CodeEvent } from './code-list.contract.ts';

/** A code and its history, newest first. */
export async function getCodeDetail(ctx: Context, code: string): Promise<{ code: CodeListRow; history: CodeEvent[] }> {
  const row = await findCodeRow(ctx, code);
  if (!row) throw codeMessages.error(404, 'code.not_found');
  const { rows: changes } = await sql<CodeEvent>`
    select ${secondsOf('a.at')} as at, a.actor, 'changed' as kind, a.field, k.before, k.after, false as withdrawn, false as leaked, null as other,
      a.memo, k.act_idx
    from code_change k join code_act a on a.act_idx = k.act_idx and a.cg_idx = ${row.cg_idx}
    where k.code = ${row.code} order by k.act_idx desc`.execute(ctx.db);
  // Not its registrations, which are part of it: `activated` stands for them.
  const acts = await listHistory(ctx, { entity: 'code', id: row.code, own: true, limit: mostActs });
  const ended = endsAt(row);
  const events = [
    ...(ended > 0 && ended <= inSeconds(ctx.now) ? [moment('expired', ended)] : []),
    ...(row.activated_date > 0 ? [moment('activated', row.activated_date)] : []),
    moment('issued', row.issued_at),
  ];
  // The sort is stable: within one second, changes come before the events they acted on.
  return {
    code: row,
    history: [...changes, ...acts.flatMap(eventsOf), ...events].toSorted((one, other) => other.at - one.at),
  };
}

// More acts than a code ever gets.
const mostActs = 50;

/**
 * An act as events of the code: replaced, issued in place of another, withdrawn by a lowered quantity or restored by an
 * undo; or what an act on a learner changed, which may be both its end and its cancellation.
 */
function eventsOf({ at, actor, before, after, reason, act_idx }: HistoryEntry): CodeEvent[] {
  const value = (side: unknown, field: string) => Number(Object(side)[field] ?? 0);
  const withdrawn = Object(after)['withdrawn'] === true;
  const leaked = Object(after)['leaked'] === true;
  const described = { at, actor, withdrawn, leaked, memo: reason ?? '', act_idx };
  const of = (field: 'is_canceled' | 'expired_date') => ({ before: value(before, field), after: value(after, field) });
  const { replaced_by: twin, replaces: old } = Object(after);
  if (twin) return [{ ...described, ...of('is_canceled'), kind: 'replaced', field: null, other: twin }];
  if (old) return [{ ...described, ...of('is_canceled'), kind: 'replaces', field: null, other: old }];
  const fields = (['expired_date', 'is_canceled'] as const).filter((field) => field in Object(after));
  return (fields.length === 0 ? (['is_canceled'] as const) : fields).map((field) => ({
    ...described,
    ...of(field),
    kind: 'changed',
    field,
    other: null,
  }));
}

const moment = (kind: CodeEvent['kind'], at: number): CodeEvent => ({
  at,
  actor: null,
  kind,
  field: null,
  before: 0,
  after: 0,
  withdrawn: false,
  leaked: false,
  other: null,
  memo: '',
  act_idx: null,
});
