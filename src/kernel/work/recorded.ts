import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { executeLast } from '../db/last-statement.ts';
import { actorName, staffOf } from './actor.ts';
import type { AfterCommit, AuditEntry, Context } from './context.ts';

/** What a context notes for the end of its transaction. */
export interface Recorder {
  audit(entry: AuditEntry): void;
  changed(kind: string, id?: string | number): void;
  afterCommit(act: AfterCommit): void;
}

/** What one transaction recorded. */
export class Recorded implements Recorder {
  readonly entries: AuditEntry[] = [];
  readonly changes: { kind: string; id: string | null }[] = [];
  readonly acts: AfterCommit[] = [];
  audit(entry: AuditEntry): void {
    this.entries.push(entry);
  }
  changed(kind: string, id?: string | number): void {
    this.changes.push({ kind, id: id === undefined ? null : String(id) });
  }
  afterCommit(act: AfterCommit): void {
    this.acts.push(act);
  }
}

const refuse = (): never => {
  throw new Error('A context of UnitOfWork.read was asked to write an audit or change row: open it with write.');
};
/** Of a context that only reads. */
export const refused: Recorder = { audit: refuse, changed: refuse, afterCommit: refuse };

const newAct = sql<number>`nextval('act_idx_seq')`;

/** The number of a new act. */
export async function nextAct(db: Database): Promise<number> {
  const { rows } = await sql<{ act: number }>`select ${newAct} as act`.execute(db);
  return rows[0]?.act ?? 0;
}

/** The act that was done, if it was one and no undo. */
export function onlyAct(entries: readonly AuditEntry[]): number | undefined {
  const acts = new Set(entries.flatMap(({ act }) => act ?? []));
  for (const { act, undoes, undoesSome } of entries) {
    if (act !== undefined && (undoes ?? undoesSome) !== undefined) acts.delete(act);
  }
  const [act, ...others] = acts;
  return others.length === 0 ? act : undefined;
}

/**
 * Stores both with one statement, the last of nearly every write, and commits with it; a trigger notifies those who wait
 * for changes. What can be undone gets the number of an act, unless it is part of one.
 */
export async function storeRecorded(
  trx: Database,
  ctx: Context,
  { entries, changes }: Recorded,
  isUndoable: ((entry: AuditEntry) => boolean) | undefined,
): Promise<void> {
  const audited = () =>
    trx
      .insertInto('audit')
      .values(entries.map((entry) => auditRow(ctx, entry, isUndoable?.(entry) ? newAct : null)))
      .returning('act_idx');
  const made = { at: ctx.now.toISOString(), actor: actorName(ctx.actor), tab: ctx.tab ?? null };
  const changed = () => trx.insertInto('change').values(changes.map((change) => ({ ...change, ...made })));
  if (entries.length === 0) {
    if (changes.length > 0) await executeLast(trx, changed());
    return;
  }
  const stored = await executeLast<{ act_idx: number | null }>(
    trx,
    changes.length === 0
      ? audited()
      : trx.with('audited', audited).with('changed', changed).selectFrom('audited').select('act_idx'),
  );
  for (const [index, entry] of entries.entries()) entry.act = stored[index]?.act_idx ?? entry.act;
}

function auditRow(ctx: Context, entry: AuditEntry, act: typeof newAct | null) {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return {
    at: ctx.now.toISOString(),
    actor: actorName(ctx.actor),
    entity: entry.entity,
    entity_id: String(entry.id),
    action: entry.action,
    before: json(entry.before),
    after: json(entry.after),
    reason: entry.reason ?? null,
    request_id: ctx.requestId,
    act_idx: entry.act ?? act,
    of_entity: entry.of?.entity ?? null,
    of_id: entry.of ? String(entry.of.id) : null,
    undoes: entry.undoes ?? null,
    undoes_some: entry.undoesSome ?? null,
    part_of: entry.partOf ?? null,
    approved_by: entry.approvedBy ?? null,
    assistant: entry.assistant ?? ctx.assistant ?? null,
    key_name: staffOf(ctx.actor)?.keyName ?? null,
  };
}
