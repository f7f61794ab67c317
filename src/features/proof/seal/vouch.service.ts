import type { TrailWitness } from '#kernel/records/trail-witness.ts';
import type { Context } from '#kernel/work/context.ts';
import { proofOfChanged, proofOfRemoved } from './chain.rules.ts';
import { findLinks, lockChainForProof, storeAmended, storeRemoved } from './chain.store.ts';
import { openTrailKey } from './trail-key.ts';

/** Vouches for what the product itself does to rows that are sealed: it erases learners, and removes the oldest. */
export function trailVoucher(config: { dataDir: string }): TrailWitness {
  const lockKey = async (ctx: Context) => {
    const chain = await lockChainForProof(ctx);
    return chain && openTrailKey(config, chain.key);
  };
  return {
    async rewritten(ctx, auditIdxs) {
      const key = await lockKey(ctx);
      if (!key) return;
      // A row that has no link yet gets one for what it says from now on.
      const rows = await findLinks(ctx, auditIdxs);
      await storeAmended(
        ctx,
        rows.map(({ audit_idx, link, leaf }) => ({ audit_idx, proof: proofOfChanged(key, link, leaf) })),
      );
    },
    async removed(ctx, upTo) {
      const key = await lockKey(ctx);
      if (key) await storeRemoved(ctx, upTo, proofOfRemoved(key, upTo));
    },
  };
}
