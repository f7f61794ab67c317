import { getStaff, lockAccounts } from '#features/staff/staff.public.ts';
import {
  type Belongings,
  giveBelongings,
  listBelongings,
  type OwnedKind,
  type Owner,
} from '#kernel/desk/belongings.ts';
import type { Context } from '#kernel/work/context.ts';
import { nextAct } from '#kernel/work/recorded.ts';
import type { HandedPart, KindOfBelongings } from './handover.contract.ts';
import { handoverMessages } from './handover.messages.ts';

export const handoverEntity = 'handover';

// How many of a kind are listed, and ended at once.
const most = 500;

/** An account as owner of things. */
export async function ownerOf(ctx: Context, staffIdx: number): Promise<Owner & { name: string; state: AccountState }> {
  const { staff_id: staffId, name, disabled, is_admin } = await getStaff(ctx, staffIdx);
  return { staffIdx, staffId, name, state: disabled ? 'disabled' : is_admin ? 'admin' : 'other' };
}

/** Only administrators use this product. */
type AccountState = 'admin' | 'other' | 'disabled';

/** What belongs to an account, by kind; kinds of which it has nothing are left out. */
export async function belongingsOf(ctx: Context, { kinds }: Belongings, of: Owner): Promise<KindOfBelongings[]> {
  const listed: KindOfBelongings[] = [];
  // A handful of kinds, each with a statement of its own tables.
  for (const kind of kinds) {
    const { count, rows } = await listBelongings(ctx, kind, of, { limit: most });
    const { entity, label, end, onlyEnds = false } = kind;
    const can = { can_end: end !== undefined, can_give: !onlyEnds };
    if (count > 0) listed.push({ kind: entity, label: ctx.text(label), count, ...can, rows });
  }
  return listed;
}

interface HandedOver {
  given: number;
  ended: number;
}

/** Hands what belongs to a disabled account to others, in one act: all or nothing. */
export async function handOver(
  ctx: Context,
  belongings: Belongings,
  staffIdx: number,
  { to, what = 'all' }: { to: number; what?: 'all' | (string | HandedPart)[] | undefined },
): Promise<HandedOver & { act_idx: number }> {
  await lockAccounts(ctx.db);
  const from = await ownerOf(ctx, staffIdx);
  if (from.state !== 'disabled') throw handoverMessages.error(409, 'handover.still_active');
  const parts = partsOf(belongings, what);
  const takers = await takersOf(ctx, [to, ...parts.flatMap((part) => part.to ?? [])]);
  const act = await nextAct(ctx.db);
  const done: HandedOver = { given: 0, ended: 0 };
  const given = new Set<string>();
  for (const { kind, ids, to: other = to, end } of parts) {
    if (end) {
      done.ended += await endBelongings(ctx, kind, from, ids);
      continue;
    }
    const taker = takers.get(other);
    if (!taker) continue;
    const gone = await giveBelongings(ctx, act, kind, { from, to: taker, ids });
    done.given += gone.length;
    if (gone.length > 0) given.add(taker.staffId);
  }
  if (done.given + done.ended === 0) throw handoverMessages.error(409, 'handover.nothing');
  ctx.audit({
    entity: handoverEntity,
    id: from.staffId,
    of: { entity: 'staff', id: from.staffId },
    action: `${handoverEntity}.made`,
    after: { to: [...given], ...done },
    act,
  });
  ctx.changed('staff', staffIdx);
  return { ...done, act_idx: act };
}

type KnownPart = Omit<HandedPart, 'kind'> & { kind: OwnedKind };

/** The kinds that are meant. */
function partsOf({ kinds }: Belongings, what: 'all' | readonly (string | HandedPart)[]): KnownPart[] {
  if (what === 'all') return kinds.map((kind) => ({ kind, ...(kind.onlyEnds && { end: true as const }) }));
  return what.map((part) => {
    const given = typeof part === 'string' ? { kind: part } : part;
    const kind = kinds.find(({ entity }) => entity === given.kind);
    if (!kind || (given.end && !kind.end))
      throw handoverMessages.errorWith(422, kind ? 'handover.no_end' : 'handover.unknown_kind', { field: 'what' });
    if (kind.onlyEnds && !given.end) throw handoverMessages.errorWith(422, 'handover.only_ends', { field: 'what' });
    return { ...given, kind };
  });
}

/** Those who take something over: administrators who can log in. */
async function takersOf(ctx: Context, staffIdxs: readonly number[]): Promise<ReadonlyMap<number, Owner>> {
  const takers = new Map<number, Owner>();
  for (const idx of new Set(staffIdxs)) {
    const taker = await ownerOf(ctx, idx);
    if (taker.state !== 'admin')
      throw handoverMessages.errorWith(422, 'handover.not_active', { field: 'to' }, { name: taker.name });
    takers.set(idx, taker);
  }
  return takers;
}

/** Ends things by the call of their kind, each with its own row in the trail. */
async function endBelongings(ctx: Context, kind: OwnedKind, of: Owner, ids?: readonly string[]): Promise<number> {
  const { rows } = await listBelongings(ctx, kind, of, { limit: most, ids });
  for (const { id } of rows) await kind.end?.(ctx, id);
  return rows.length;
}
