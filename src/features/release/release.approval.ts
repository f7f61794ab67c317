import { sql } from 'kysely';
import type { JudgedAct, JudgedSets } from '#kernel/desk/approvals.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { listChanges } from './changes/change.store.ts';
import { readEffects } from './record/release-effects.read.ts';
import { listPreviewed } from './record/previewed.read.ts';
import { releaseEntity } from './release.rules.ts';
import { releaseKind } from './release-record.service.ts';

export const appliesRelease: JudgedAct = {
  rule: 'release',
  counts: ({ action }) => (action === `${releaseEntity}.applied` ? 1 : 0),
  inTrail: () => sql<boolean>`action = ${sql.lit(`${releaseEntity}.applied`)}`,
};

/** A release with a time may be approved before it. */
export const judgedReleases = (kernel: Pick<Kernel, 'changeSets' | 'records'>): JudgedSets => ({
  entity: releaseEntity,
  key: 'rel_idx',
  find: async (ctx, relIdx) => {
    const release = await releaseKind.find(ctx, relIdx);
    if (release?.status !== 'scheduled') return undefined;
    const changes = await listChanges(ctx.db, { rel_idx: relIdx });
    const isPrice = ({ kind, fields }: (typeof changes)[number]) => kind === 'collection' && 'prices' in fields;
    return {
      title: release.name,
      rules: { release: 1, prices: changes.filter(isPrice).length, records_above: changes.length },
      changes: changes.map(({ kind, id, base, fields, reason }) => {
        const entity = kernel.changeSets.kinds.of(kind)?.entity ?? kind;
        return {
          entity,
          id,
          action: base === null ? `${entity}.created` : `${entity}.updated`,
          before: base,
          after: fields,
          reason,
        };
      }),
    };
  },
  effects: async (ctx, relIdx) => {
    const release = await releaseKind.find(ctx, relIdx);
    const effects = release && (await readEffects(ctx, relIdx, release.status));
    return effects ? [...effects.readers, ...effects.lacking] : null;
  },
  previews: (ctx, relIdx, most) => listPreviewed(ctx, kernel, relIdx, most),
});
