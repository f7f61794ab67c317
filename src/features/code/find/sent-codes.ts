/** How many codes of each lot of a batch are in a file. */
export interface LotCount {
  cg_idx: number;
  lot: number;
  codes: number;
}

/** A code that was read, of which only its batch and lot count; neighbours with the same terms share one object. */
interface ReadCode {
  terms: { cg_idx: string; lot: string };
}

/** Counts the codes of a file by batch and lot while they are read for it. */
export class SentCodes {
  readonly #lots = new Map<string, LotCount>();

  add(exported: readonly ReadCode[]): void {
    let from = 0;
    for (let to = 1; to <= exported.length; to++) {
      const terms = exported[from]?.terms;
      if (!terms || exported[to]?.terms === terms) continue;
      const lot = this.#lotOf(Number(terms.cg_idx), Number(terms.lot));
      lot.codes += to - from;
      from = to;
    }
  }

  /** What was counted so far. */
  get lots(): LotCount[] {
    return [...this.#lots.values()].map((lot) => ({ ...lot }));
  }

  #lotOf(cg_idx: number, lot: number): LotCount {
    const key = lotKey({ cg_idx, lot });
    const known = this.#lots.get(key) ?? { cg_idx, lot, codes: 0 };
    this.#lots.set(key, known);
    return known;
  }
}

const lotKey = ({ cg_idx, lot }: Omit<LotCount, 'codes'>): string => `${cg_idx}/${lot}`;

/**
 * What the record of a file must say instead, or undefined if it is right. Of a file that broke off nobody knows how much
 * arrived: it keeps what was foreseen, and has more only if more was sent.
 */
export function correctedLots(
  recorded: readonly LotCount[],
  sent: readonly LotCount[],
  isWhole: boolean,
): LotCount[] | undefined {
  const right = new Map(sent.map((lot) => [lotKey(lot), lot]));
  if (!isWhole)
    for (const lot of recorded) if ((right.get(lotKey(lot))?.codes ?? 0) < lot.codes) right.set(lotKey(lot), lot);
  const isRight =
    right.size === recorded.length && recorded.every((lot) => right.get(lotKey(lot))?.codes === lot.codes);
  return isRight ? undefined : [...right.values()];
}
