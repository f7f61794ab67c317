import type { Kernel } from '#kernel/mount/feature.ts';
import { type Sender, type SenderSignals, sendWhileRunning } from '#kernel/mount/sender.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { firstLink, linkAfter } from './chain.rules.ts';
import {
  addLinks,
  beginChain,
  type Chain,
  findUnsealed,
  isAllSealed,
  lockChain,
  noteProgress,
  readEnds,
  readRowsBefore,
  readTransactions,
} from './chain.store.ts';
import { makeTrailKey, openTrailKey } from './trail-key.ts';

// The rows of one transaction: a first chain over a long trail holds nobody up.
const atATime = 5000;

const caller = systemCaller('proof');

/**
 * Adds links for rows that have none, in the order in which they were committed, and answers whether there may be more.
 * Writers wait for nothing: their rows are found once they are there, by numbers and by the transactions that are open.
 */
export async function sealRows(ctx: Context, config: { dataDir: string }, limit = atATime): Promise<boolean> {
  // Before the lock gives this transaction its number: whoever has a row up to the last number has a lower one, or has ended.
  const ends = await readEnds(ctx);
  const chain = await lockChain(ctx);
  if (!chain) return false;
  // Another process has added links in between, maybe of rows beyond the last number.
  if (chain.rows !== ends.rows) return true;
  const key = await openTrailKey(config, chain.key);
  if (!key) return false;
  const { ended, known, own } = await readTransactions(ctx, chain.mark_xact);
  // A number beyond the last is none that the product gave.
  const unsealed = await findUnsealed(ctx, chain, { last: ends.last, limit });
  const isWhole = unsealed.length < limit;
  if (unsealed.length > 0) await addLinks(ctx, linksOf(key, chain, unsealed));
  // A number of another server, as after a restore, is none that will ever end.
  const { mark, mark_rows } = known ? chain : { mark: null, mark_rows: null };
  const begun = { mark: ends.last, mark_rows: chain.rows, mark_xact: own };
  const sealedTo = unsealed.at(-1)?.audit_idx ?? 0;
  if (mark === null || mark_rows === null) {
    await noteProgress(ctx, begun);
  } else if (ended && (isWhole || sealedTo >= mark)) {
    await noteProgress(ctx, { low: mark, low_rows: Math.max(chain.low_rows, mark_rows), ...begun });
  } else if (ended) {
    // A long way behind: nothing up to the mark is to come, so the next turn begins where this one ended.
    const low_rows = await readRowsBefore(ctx, { low: sealedTo, low_rows: chain.low_rows });
    await noteProgress(ctx, { low: sealedTo, low_rows });
  }
  return !isWhole;
}

function linksOf(key: Buffer, chain: Chain, unsealed: readonly { audit_idx: number; leaf: Buffer }[]) {
  const links: Buffer[] = [];
  let link = chain.link;
  for (const { leaf } of unsealed) {
    link = linkAfter(key, link, leaf);
    links.push(link);
  }
  return {
    rows: chain.rows + unsealed.length,
    idxs: unsealed.map(({ audit_idx }) => audit_idx),
    links: Buffer.concat(links),
    link,
  };
}

/** Seals in this process; others may do the same, and only one of them does at a time. */
class TrailSealer implements Sender {
  private readonly kernel: Kernel;
  private readonly stop: AbortSignal;

  constructor(kernel: Kernel, { stop }: SenderSignals) {
    this.kernel = kernel;
    this.stop = stop;
  }

  inFlight(): Iterable<Promise<void>> {
    return [];
  }

  async begin(): Promise<void> {
    const { work, maintenance, config } = this.kernel;
    if (maintenance.isOn) return;
    const isSealed = await work.read(caller, isAllSealed);
    if (isSealed === true) return;
    if (isSealed === undefined) {
      const key = await makeTrailKey(config);
      await work.write(caller, (ctx) => beginChain(ctx, key, firstLink));
    }
    while (!this.stop.aborted && (await work.write(caller, (ctx) => sealRows(ctx, config))));
  }
}

/** Seals the trail while the product runs: each row within a second after it is committed. */
export const sealTrail = (kernel: Kernel): void =>
  sendWhileRunning(kernel, (signals) => new TrailSealer(kernel, signals));
