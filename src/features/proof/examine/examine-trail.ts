import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Difference } from '#kernel/work/data-check.ts';
import { firstLink, isSame, linkAfter, linkBytes, proofOfChanged, proofOfRemoved } from '../seal/chain.rules.ts';
import { openTrailKey } from '../seal/trail-key.ts';
import type { Anchor } from './anchor.rules.ts';
import {
  atATime,
  describeRow,
  readAmended,
  readChain,
  readNumbers,
  readOddNumbers,
  readStretch,
  type StoredChain,
  type Stretch,
} from './examine.store.ts';
import { Numbers } from './numbers.ts';

/** How many rows differ, and the first of them. */
interface Examined {
  count: number;
  some: Difference[];
}

const shown = 20;

/** Follows the chain from its first link, and notes each row that is not as it was sealed. */
class Examination {
  readonly linked = new Numbers();
  readonly found: (Difference & { row?: number | string })[] = [];
  count = 0;
  private before = firstLink;
  private rows = 0;
  private anchored: Buffer | undefined;
  private readonly key: Buffer;
  private readonly low: number;
  private readonly removedUpTo: number;
  private readonly amended: ReadonlyMap<number, Buffer>;
  private readonly anchor: Anchor | undefined;

  constructor(parts: {
    key: Buffer;
    /** All rows up to this number are sealed. */
    low: number;
    removedUpTo: number;
    amended: ReadonlyMap<number, Buffer>;
    anchor: Anchor | undefined;
  }) {
    this.key = parts.key;
    this.low = parts.low;
    this.removedUpTo = parts.removedUpTo;
    this.amended = parts.amended;
    this.anchor = parts.anchor;
    if (parts.anchor?.rows === 0) this.anchored = firstLink;
  }

  /** A `row` is described for whoever looks for it. */
  note(record: string, stored: string, expected: string, row?: number | string): void {
    this.count++;
    if (this.found.length < shown) this.found.push({ record, stored, expected, ...(row !== undefined && { row }) });
  }

  follow({ rows, idxs, links, leaves }: Stretch): void {
    if (rows - idxs.length !== this.rows)
      this.note(`links ${this.rows + 1} to ${rows - idxs.length}`, 'missing', 'a link for each row of the trail');
    this.rows = rows - idxs.length;
    for (const [index, auditIdx] of idxs.entries()) {
      const from = index * linkBytes;
      this.followLink(auditIdx, links.subarray(from, from + linkBytes), leaves.get(auditIdx));
    }
  }

  private followLink(auditIdx: number, link: Buffer, leaf: Buffer | undefined): void {
    this.rows++;
    if (auditIdx <= this.low) this.linked.add(auditIdx);
    if (!leaf) {
      if (auditIdx > this.removedUpTo) this.note(`line ${auditIdx}`, 'removed', `the row of link ${this.rows}`);
    } else if (!isSame(link, linkAfter(this.key, this.before, leaf)) && !this.isVouchedFor(auditIdx, link, leaf)) {
      this.note(`line ${auditIdx}`, 'altered', `the row of link ${this.rows}, as it was sealed`, auditIdx);
    }
    // From here on by the link that is stored: each row that was altered is named, and none that follows it.
    this.before = link;
    if (this.rows === this.anchor?.rows) this.anchored = link;
  }

  private isVouchedFor(auditIdx: number, link: Buffer, leaf: Buffer): boolean {
    const proof = this.amended.get(auditIdx);
    return proof !== undefined && isSame(proof, proofOfChanged(this.key, link, leaf));
  }

  /** The chain has no more links. */
  end(chain: StoredChain): void {
    if (this.rows !== chain.rows || !isSame(this.before, chain.link))
      this.note('the end of the chain', `${this.rows} links`, `${chain.rows} links, the last as it was sealed`);
    const { anchor } = this;
    if (!anchor) return;
    if (anchor.rows > this.rows)
      this.note('the anchor', `${this.rows} links`, `at least ${anchor.rows}: the end of the trail was cut off`);
    else if (!this.anchored || !isSame(this.anchored, Buffer.from(anchor.link, 'hex')))
      this.note(
        'the anchor',
        `another link ${anchor.rows}`,
        'the link of the anchor: the trail was written anew since',
      );
  }
}

/**
 * Compares each row of the trail with its link, within one moment of the database: names rows that were altered, added or
 * removed past the product, and whether the end is missing that an anchor of an earlier day knows.
 */
export async function examineTrail(
  db: Kysely<unknown>,
  config: { dataDir: string },
  anchor?: Anchor,
): Promise<Examined> {
  const chain = await readChain(db);
  if (!chain) {
    const lost = { record: 'the anchor', stored: 'no chain', expected: `at least ${anchor?.rows ?? 0} links` };
    return anchor && anchor.rows > 0 ? { count: 1, some: [lost] } : { count: 0, some: [] };
  }
  const key = await openTrailKey(config, chain.key);
  if (!key) {
    const lost = {
      record: 'the key of the chain',
      stored: 'one that cannot be opened',
      expected: 'the secret it was sealed with',
    };
    return { count: 1, some: [lost] };
  }
  const isRemoved = isSame(chain.pruned_proof, proofOfRemoved(key, chain.pruned));
  const amended = await readAmended(db);
  const examination = new Examination({
    key,
    low: chain.low,
    removedUpTo: isRemoved ? chain.pruned : 0,
    amended,
    anchor,
  });
  await followChain(db, examination);
  examination.end(chain);
  await findAdded(db, examination, chain.low);
  const some: Difference[] = [];
  // At most as many as are shown.
  for (const { row, ...difference } of examination.found)
    some.push({
      ...difference,
      stored: row === undefined ? difference.stored : `${difference.stored}: ${await describeRow(db, row)}`,
    });
  return { count: examination.count, some };
}

/** The next part is read while one is hashed: its statement is sent before that begins, since hashing leaves no room for it. */
async function followChain(db: Kysely<unknown>, examination: Examination): Promise<void> {
  let stretch = await readStretch(db, 0);
  while (stretch) {
    const [next] = await Promise.all([
      readStretch(db, stretch.rows),
      setImmediate(stretch).then((one) => examination.follow(one)),
    ]);
    stretch = next;
  }
}

/** All rows up to `low` have a link, if the product added them. */
async function findAdded(db: Kysely<unknown>, examination: Examination, low: number): Promise<void> {
  const added = (auditIdx: number | string) =>
    examination.note(`line ${auditIdx}`, 'added', 'no row, or a link of it', auditIdx);
  for (const auditIdx of await readOddNumbers(db)) added(auditIdx);
  // In pieces of a bounded size.
  for (let from = 1; from <= low; from += atATime) {
    const idxs = await readNumbers(db, from, Math.min(from + atATime - 1, low));
    for (const auditIdx of idxs) if (!examination.linked.has(auditIdx)) added(auditIdx);
  }
}
