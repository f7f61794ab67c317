import { sql } from 'kysely';
import { restoreSet } from '#kernel/changesets/stored-sets.ts';
import type { OwnedKind } from '#kernel/desk/belongings.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { appliedBack } from './apply/release-undo.service.ts';
import { changesUndo } from './changes/change-undo.service.ts';
import { releaseEntity, releaseHref, statuses } from './release.rules.ts';
import { cancelRelease, reopenRelease, requireFiles } from './release.service.ts';
import type { StoredRelease } from './release.store.ts';
import { releaseKind } from './release-record.service.ts';

export const releaseRecord = (kernel: Kernel): RecordDeclaration => ({
  kind: releaseEntity,
  label: 'release.kind',
  href: releaseHref,
  titles: { table: 'release', key: 'rel_idx', title: 'name' },
  acts: [{ key: 'release.create', icon: 'add', href: '/release/create', words: 'release.words' }],
  // One to which changes were put in stays.
  existence: { remove: (ctx, id) => cancelRelease(ctx, Number(id), undefined) },
  undo: {
    updated: { whole: (ctx, id, former: Partial<StoredRelease>) => restoreSet(ctx, releaseKind, Number(id), former) },
    applied: appliedBack,
    cancelled: {
      write: reopenRelease,
      require: (ctx: Context, _values: unknown, id: string) => requireFiles(ctx, kernel.changeSets, Number(id)),
      refuses: false,
    },
    change_removed: changesUndo,
    change_put: changesUndo,
    change_decided: changesUndo,
  },
  actions: {
    applied: 'release.did_apply',
    failed: 'release.did_fail',
    cancelled: 'release.did_cancel',
    undone: 'release.did_undo',
    change_put: 'release.did_put',
    change_removed: 'release.did_remove',
    change_decided: 'release.did_decide',
  },
  // What is cancelled, and what a change conflicts with.
  untold: ['cancelled', 'change_decided'],
  refs: { record: (_action, _id, { kind }) => entityOf(kernel, kind) },
  fieldNames: { names: ({ kind }) => entityOf(kernel, kind) },
  fields: {
    name: 'release.field_name',
    apply_at: 'release.field_apply_at',
    status: 'release.field_status',
    problem: 'release.field_problem',
    count: 'release.field_count',
    kind: 'release.field_kind',
    record: 'release.field_record',
    added: 'release.field_added',
    names: 'release.field_names',
    decide: 'release.field_decide',
    restored: 'release.field_restored',
    kept: 'release.field_kept',
    owner: 'common.owner',
  },
  values: {
    status: Object.fromEntries(statuses.map((status) => [status, `release.status_${status}`])),
    kind: Object.fromEntries(kernel.changeSets.kinds.all.map(({ kind, label }) => [kind, label])),
    // A change of an order is of no single record.
    record: { order: 'audit.field.sequence' },
    decide: { anyway: 'release.decided_anyway', rebase: 'release.decided_rebase' },
    problem: { 'release.undecided': 'release.why_undecided', 'release.empty': 'release.empty' },
  },
});

/** Those that are not over. */
export const ownReleases: OwnedKind = {
  entity: releaseEntity,
  label: 'release.heading',
  table: 'release',
  key: 'rel_idx',
  owner: 'created_by',
  isOpen: () => sql<boolean>`status in ('draft', 'scheduled', 'failed')`,
  title: sql<string>`name`,
  href: releaseHref,
};

/** The kind of record that a kind of change is about. */
const entityOf = ({ changeSets: { kinds } }: Kernel, kind: unknown): string =>
  kinds.of(String(kind))?.entity ?? String(kind);
