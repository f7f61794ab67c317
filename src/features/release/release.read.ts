import { isDeepStrictEqual } from 'node:util';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import type { ChangeConflict } from '#kernel/changesets/conflicts.ts';
import type { ChangeKind, ChangeKinds, SetFields } from '#kernel/changesets/kinds.ts';
import { offsetOf, type Page } from '#kernel/db/paging.ts';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import { findUndone } from '#kernel/records/acts.ts';
import type { Records } from '#kernel/records/records.ts';
import { lastChange, lastChangeSince } from '#kernel/records/stale.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { listChanges, type StoredChange } from './changes/change.store.ts';
import { findConflicts } from './changes/conflict.read.ts';
import type { Conflict, ReleaseChange, ReleaseFilter, ReleaseRow } from './release.contract.ts';
import type { ReleaseWords } from './release.messages.ts';
import { releaseEntity, type Status } from './release.rules.ts';
import { countReleases, listReleases, type StoredRelease } from './release.store.ts';
import { getRelease, problemText } from './release-record.service.ts';

interface Kernel {
  changeSets: ChangeSets;
  records: Records;
}

// More than staff keep an eye on; the trail has all.
const mostListed = 500;

/** The releases, the open ones first. */
export async function readReleases(
  ctx: Context,
  { only, limit = mostListed, offset = 0 }: { only?: readonly Status[]; limit?: number; offset?: number } = {},
): Promise<ReleaseRow[]> {
  const rows = await listReleases(ctx.db, { limit, offset, ...(only && { only }) });
  const undone = await findUndone(
    ctx,
    rows.flatMap(({ act_idx }) => act_idx ?? []),
  );
  return rows.map((row) => rowOf(ctx, row, row.count, undone));
}

/** One page of the list of releases. */
export async function findReleases(
  ctx: Context,
  { status }: ReleaseFilter,
  { page, size }: PageRequest<string>,
): Promise<Page<ReleaseRow>> {
  const [rows, total] = await Promise.all([
    readReleases(ctx, { limit: size, offset: offsetOf(page, size), ...(status && { only: [status] }) }),
    countReleases(ctx.db, status),
  ]);
  return { rows, total, page };
}

function rowOf(
  ctx: Context,
  row: StoredRelease,
  count: number,
  undone: ReadonlyMap<number, { at: number; actor: string | null }>,
): ReleaseRow {
  return {
    ...row,
    count,
    problem: problemText(ctx, row),
    undone: row.act_idx === null ? null : (undone.get(row.act_idx) ?? null),
  };
}

/** A release with its changes, as calls and the page show it. */
export async function readRelease(
  ctx: Context,
  kernel: Kernel,
  relIdx: number,
): Promise<ReleaseRow & { changes: ReleaseChange[] }> {
  const release = await getRelease(ctx, relIdx);
  const [stored, undone] = await Promise.all([
    listChanges(ctx.db, relIdx),
    findUndone(ctx, release.act_idx === null ? [] : [release.act_idx]),
  ]);
  const isOver = release.status === 'applied' || release.status === 'cancelled';
  const conflicts = isOver
    ? new Map<StoredChange, ChangeConflict>()
    : await findConflicts(ctx, kernel.changeSets, release, stored);
  return {
    ...rowOf(ctx, release, stored.length, undone),
    changes: await showChanges(ctx, kernel, stored, conflicts),
  };
}

async function showChanges(
  ctx: Context,
  { changeSets: { kinds }, records }: Kernel,
  stored: readonly StoredChange[],
  conflicts: ReadonlyMap<StoredChange, ChangeConflict>,
): Promise<ReleaseChange[]> {
  const named = stored.map(({ kind, id }) => nameOf(kinds, kind, id));
  const page = sendingTogether(ctx);
  const [titleOf, shown, shownConflicts] = await Promise.all([
    records.titles(page, named),
    describeAll(page, kinds, stored),
    Promise.all(
      stored.map(async (change) => {
        const conflict = conflicts.get(change);
        return conflict ? showConflict(page, { kinds, records }, change, conflict) : null;
      }),
    ),
  ]);
  return stored.map((change, nth): ReleaseChange => {
    const { entity, id: recordId } = nameOf(kinds, change.kind, change.id);
    const { all } = records.of(entity) ?? {};
    const title = all?.id === recordId ? ctx.text(all.label) : (titleOf(entity, recordId) ?? change.id);
    const { chg_idx, kind, id, reason, anyway, put_by, put_at, version } = change;
    return {
      chg_idx,
      kind,
      id,
      title,
      reason,
      anyway,
      put_by,
      put_at,
      version,
      href: records.hrefOf(entity, recordId),
      fields: shown[nth] ?? [],
      conflict: shownConflicts[nth] ?? null,
    };
  });
}

const nameOf = (kinds: ChangeKinds, kind: string, id: string) => {
  const of = kinds.of(kind);
  return { entity: of?.entity ?? kind, id: of?.recordId?.(id) ?? id };
};

/** What each change sets, in words; one statement or a few for all of a kind. */
async function describeAll(ctx: Context, kinds: ChangeKinds, all: readonly (SetFields & { kind: string })[]) {
  const shown: ReleaseChange['fields'][] = all.map(() => []);
  const describe = async (kind: ChangeKind) => {
    const indexes = all.flatMap((change, nth) => (change.kind === kind.kind ? [nth] : []));
    const own = indexes.flatMap((nth) => all[nth] ?? []);
    const described = own.length > 0 ? await kind.describe(ctx, own) : [];
    for (const [index, nth] of indexes.entries()) {
      const { base = {}, fields = {} } = own[index] ?? {};
      const names = Object.keys(fields);
      const differ = names.map((name) => !isDeepStrictEqual(base[name] ?? null, fields[name] ?? null));
      const texts = described[index] ?? [];
      shown[nth] = texts.map(({ field, ...text }, at) => {
        const position = field === undefined ? at : names.indexOf(field);
        return {
          field: names[position] ?? names[0] ?? '',
          ...text,
          // Items of a list or an order are described together.
          differs:
            field !== undefined || texts.length === names.length ? differ[position] === true : differ.includes(true),
        };
      });
    }
  };
  await Promise.all(kinds.all.map(describe));
  return shown;
}

async function showConflict(
  ctx: Context,
  { kinds, records }: { kinds: ChangeKinds; records: Records },
  change: StoredChange,
  { fields, gone, taken }: ChangeConflict,
): Promise<Conflict> {
  const t = ctx.translate<ReleaseWords>();
  const none = { edited: null, release: null, reservation: null };
  if (gone) return { text: t('release.conflict_gone'), ...none, gone, fields: [] };
  const side = (of: (field: ChangeConflict['fields'][number]) => Json) =>
    Object.fromEntries(fields.map((field) => [field.name, of(field)]));
  const theirs = side(({ expected }) => expected);
  const wanted = kinds.of(change.kind)?.fit?.(change.fields, theirs, change.base) ?? change.fields;
  const mine = side(({ name }) => wanted[name] ?? null);
  const [[shown = []], edited] = await Promise.all([
    describeAll(ctx, kinds, [{ ...change, base: theirs, fields: mine }]),
    fields.some(({ rival }) => !rival) ? lastEdit(ctx, kinds, change, fields) : null,
  ]);
  const labels = [...new Set(shown.map(({ label }) => label))].join(', ');
  const rivals = fields.flatMap(({ rival }) => rival ?? []);
  const [release, reservation] = [releaseEntity, 'reservation'].map((source) =>
    rivals.find((one) => one.source === source),
  );
  const at = (seconds: number) => zonedText(languageTag(ctx.locale), ctx.timeZone, seconds);
  const texts = [
    ...(edited ? [t('release.conflict_edited', { ...edited, fields: labels, time: timeText(ctx, edited.at) })] : []),
    ...(release
      ? [t('release.conflict_release', { name: release.title ?? '', fields: labels, time: at(release.apply_at) })]
      : []),
    ...(await takenTexts(ctx, { kinds, records }, change, taken)),
    ...(reservation ? [t('release.conflict_reservation', { fields: labels, time: at(reservation.apply_at) })] : []),
  ];
  return {
    text: texts.join(' '),
    edited,
    release: release ? { rel_idx: release.set, name: release.title ?? '', apply_at: release.apply_at } : null,
    reservation: reservation ? { res_idx: reservation.set, apply_at: reservation.apply_at } : null,
    gone,
    fields: shown.map(({ field: _field, differs: _differs, ...field }) => field),
  };
}

/** Which values other records have. */
async function takenTexts(
  ctx: Context,
  { kinds, records }: { kinds: ChangeKinds; records: Records },
  change: StoredChange,
  taken: ChangeConflict['taken'],
): Promise<string[]> {
  const t = ctx.translate<ReleaseWords>();
  const holders = taken.map(({ by }) => nameOf(kinds, change.kind, by));
  const titleOf = await records.titles(ctx, holders);
  return taken.map(({ value, by }, index) => {
    const { entity = '', id = by } = holders[index] ?? {};
    const title = titleOf(entity, id) ?? by;
    return t('release.conflict_taken', { value, title });
  });
}

/** Who last changed the fields in conflict. */
async function lastEdit(
  ctx: Context,
  kinds: ChangeKinds,
  { kind: name, id, put_at: since }: StoredChange,
  fields: ChangeConflict['fields'],
): Promise<{ name: string; at: number }> {
  const kind = kinds.of(name);
  const record = nameOf(kinds, name, id);
  const trail = (field: string) => kind?.trailField?.(field) ?? field.split('.')[0] ?? field;
  if (!kind?.fit)
    return lastChange(ctx, { ...record, fields: fields.flatMap((field) => (field.rival ? [] : [trail(field.name)])) });
  // Only the order of the series is one of all records of a kind.
  const isOfAll = id === 'order' && kind.recordId === undefined;
  return (await lastChangeSince(ctx, { ...record, since, isOfAll })) ?? lastChange(ctx, { ...record, fields: [] });
}
