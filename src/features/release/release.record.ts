import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { appliedBack } from './apply/release-undo.service.ts';
import { changesUndo } from './changes/change-undo.service.ts';
import { releaseEntity, releaseHref } from './release.rules.ts';
import { cancelRelease, reopenRelease, restoreEdited } from './release.service.ts';

export const releaseRecord = (kernel: Kernel): RecordDeclaration => ({
  kind: releaseEntity,
  label: 'release.kind',
  href: releaseHref,
  titles: { table: 'release', key: 'rel_idx', title: 'name' },
  acts: [{ key: 'release.create', icon: 'add', href: '/release/create', words: 'release.words' }],
  // One to which changes were put in stays.
  existence: { remove: (ctx, id) => cancelRelease(ctx, Number(id), undefined) },
  undo: {
    updated: { whole: restoreEdited },
    applied: appliedBack,
    cancelled: { write: reopenRelease, refuses: false },
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
    names: 'release.field_names',
    decide: 'release.field_decide',
    restored: 'release.field_restored',
    kept: 'release.field_kept',
  },
  values: {
    status: {
      draft: 'release.status_draft',
      scheduled: 'release.status_scheduled',
      applied: 'release.status_applied',
      failed: 'release.status_failed',
      cancelled: 'release.status_cancelled',
    },
    kind: Object.fromEntries(kernel.changeSets.kinds.all.map(({ kind, label }) => [kind, label])),
    // A change of an order is of no single record.
    record: { order: 'audit.field.sequence' },
    decide: { anyway: 'release.decided_anyway', rebase: 'release.decided_rebase' },
    problem: { 'release.undecided': 'release.why_undecided', 'release.empty': 'release.empty' },
  },
});

/** The kind of record that a kind of change is about. */
const entityOf = ({ changeSets: { kinds } }: Kernel, kind: unknown): string =>
  kinds.of(String(kind))?.entity ?? String(kind);
