/** The kind of a lot in the trail. */
export const lotEntity = 'code_lot';

/** The id of a lot in the trail: its batch and its number there. */
export const lotId = ({ cg_idx, lot }: { cg_idx: number; lot: number }): string => `${cg_idx}.${lot}`;

/** The batch and the number of a lot by that id. */
export function lotOf(id: string): { cg_idx: number; lot: number } {
  const [cg_idx, lot] = id.split('.').map(Number);
  return { cg_idx: cg_idx ?? 0, lot: lot ?? 0 };
}

/** The dialog that says to whom a lot was delivered. */
export const lotHref = ({ cg_idx, lot }: { cg_idx: number; lot: number }): `/${string}` =>
  `/code/batch/${cg_idx}/lot/${lot}`;
