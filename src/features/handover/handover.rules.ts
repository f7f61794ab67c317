import type { HandedPart, KindOfBelongings } from './handover.contract.ts';

/** What is chosen for a kind: whose it becomes (a key as text), and which are left out. */
export interface Choice {
  /** Absent: as everything. */
  to?: string;
  left?: ReadonlySet<string>;
}

/** The choices that are no person. */
export const end = 'end';
export const stay = 'stay';

type Kind = Pick<KindOfBelongings, 'kind' | 'count' | 'rows' | 'can_give'>;

/** To whom a kind goes: a key as text, {@link end}, or {@link stay}. What nobody can take over ends with everything. */
export const goesTo = (
  { can_give: canGive }: Pick<Kind, 'can_give'>,
  choice: Choice | undefined,
  everything: string,
): string => choice?.to ?? (everything === '' ? stay : canGive ? everything : end);

/** How many are handed over and how many end. */
export function chosenOf(
  kinds: readonly Kind[],
  choices: ReadonlyMap<string, Choice>,
  everything: string,
): { given: number; ended: number } {
  const sum = { given: 0, ended: 0 };
  for (const one of kinds) {
    const { kind, count, rows } = one;
    const choice = choices.get(kind);
    const to = goesTo(one, choice, everything);
    const left = choice?.left?.size ?? 0;
    if (to !== stay) sum[to === end ? 'ended' : 'given'] += left > 0 ? rows.length - left : count;
  }
  return sum;
}

/** What is chosen, as the call takes it. A kind of which none is left out is named without ids: what is added meanwhile, or not listed, goes too. */
export function partsOf(
  kinds: readonly Kind[],
  choices: ReadonlyMap<string, Choice>,
  everything: string,
): HandedPart[] {
  return kinds.flatMap((one) => {
    const { kind, rows } = one;
    const choice = choices.get(kind);
    const to = goesTo(one, choice, everything);
    const left = choice?.left ?? new Set();
    if (to === stay || left.size === rows.length) return [];
    const some = left.size > 0 && { ids: rows.flatMap(({ id }) => (left.has(id) ? [] : id)) };
    return [{ kind, ...some, ...(to === end ? { end: true as const } : { to: Number(to) }) }];
  });
}
