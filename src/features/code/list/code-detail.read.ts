import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { codeMessages } from '../code.messages.ts';
import { inSeconds } from '../code-state.read.ts';
import { endsAt } from '../code-state.rules.ts';
import type { CodeEvent } from './code-list.contract.ts';
import { type CodeListRow, findCodeRow } from './code-list.read.ts';

/** A code and everything that happened to it, the newest first. */
export async function getCodeDetail(ctx: Context, code: string): Promise<{ code: CodeListRow; history: CodeEvent[] }> {
  const row = await findCodeRow(ctx, code);
  if (!row) throw codeMessages.error(404, 'code.not_found');
  const { rows: changes } = await sql<CodeEvent>`
    select extract(epoch from a.at)::bigint as at, a.actor, 'changed' as kind, a.field, k.before, k.after, a.memo, k.act_idx
    from code_change k join code_act a on a.act_idx = k.act_idx and a.cg_idx = ${row.cg_idx}
    where k.code = ${row.code} order by k.act_idx desc`.execute(ctx.db);
  const ended = endsAt(row);
  const events = [
    ...(ended > 0 && ended <= inSeconds(ctx.now) ? [moment('expired', ended)] : []),
    ...(row.activated_date > 0 ? [moment('activated', row.activated_date)] : []),
    moment('issued', row.issued_at),
  ];
  // Of one second, what was done is shown after what it was done to.
  return { code: row, history: [...changes, ...events].toSorted((one, other) => other.at - one.at) };
}

const moment = (kind: CodeEvent['kind'], at: number): CodeEvent => ({
  at,
  actor: null,
  kind,
  field: null,
  before: 0,
  after: 0,
  memo: '',
  act_idx: null,
});
