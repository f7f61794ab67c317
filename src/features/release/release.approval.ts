import { sql } from 'kysely';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import type { JudgedAct, JudgedSets } from '#kernel/desk/approvals.ts';
import { listChanges } from './changes/change.store.ts';
import { releaseEntity } from './release.rules.ts';
import { releaseKind } from './release-record.service.ts';

export const appliesRelease: JudgedAct = {
  rule: 'release',
  counts: ({ action }) => (action === `${releaseEntity}.applied` ? 1 : 0),
  inTrail: () => sql<boolean>`action = ${sql.lit(`${releaseEntity}.applied`)}`,
};

/** A release with a time may be approved before it. */
export const judgedReleases = ({ kinds }: ChangeSets): JudgedSets => ({
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
        const entity = kinds.of(kind)?.entity ?? kind;
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
});
