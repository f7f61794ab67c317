import { z } from 'zod';
import { CollectionParams, collectionEntity } from '#features/collection/collection.public.ts';
import { collectionTabHref, readCollectionHead } from '#features/collection/collection-page.public.ts';
import { getCollection } from '#features/collection/collection-record.public.ts';
import { comparedPageSize, previewRestore, versionsOf } from '#features/collection/collection-versions.public.ts';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { actsOn } from '#kernel/records/record-parts.ts';
import {
  getVersionRow,
  listVersions,
  ownerOfVersion,
  type VersionRow,
  versionBefore,
} from '#kernel/records/versions.ts';
import { compareVersions } from '#kernel/records/version-states.ts';
import type { Context } from '#kernel/work/context.ts';
import { idx } from '#kernel/work/fields.ts';
import { readComparison } from './comparison.read.ts';
import type VersionCompare from './version-compare.view.tsx';
import type { ComparedVersions } from './version-compare.view.tsx';
import type VersionMemo from './version-memo.view.tsx';
import type VersionRestore from './version-restore.view.tsx';
import { VersionParams } from './versions.contract.ts';

// Versions that the panel shows at once.
const panelSize = 10;

// Versions offered for comparison; older ones are reached from the list.
const choiceSize = 200;

// How many of the parts that cannot be restored are listed by name.
const namedGone = 20;

const CompareQuery = z.object({
  from: idx.optional().catch(undefined),
  to: idx.optional().catch(undefined),
  page: z.coerce.number().int().min(1).catch(1).default(1),
});

export function versionPages(kernel: Kernel): void {
  const { web } = kernel;
  web.page(collectionTabHref(':cid', 'versions'), {
    view: view<typeof VersionCompare>('version/version-compare'),
    words: ['collection'],
    shows: ({ head }) => ({ kind: collectionEntity, id: head.collection.cid }),
    title: (_, { head }) => head.collection.title,
    params: CollectionParams,
    query: CompareQuery,
    load: async ({ ctx, params, query }) => {
      const { head } = await readCollectionHead(ctx, kernel, params.cid);
      const { cid } = head.collection;
      const { rows: newest, total } = await listVersions(sendingTogether(ctx), versionsOf(cid), 1, choiceSize);
      const versions = {
        rows: newest.slice(0, panelSize),
        total,
        page: 1,
        size: panelSize,
        newest: newest[0]?.ver_idx ?? null,
      };
      const compared = await compare(ctx, kernel, cid, newest, query);
      return {
        head,
        versions,
        acts: actsOn(ctx, kernel.records.all, 'collection.versions', cid),
        choices: compared ? withRows(newest, [compared.from, compared.to]) : newest,
        compared,
        restored: restoredBy(versions.rows[0]),
      };
    },
  });
  web.fragment('/collection/:cid/versions/:ver_idx/restore', {
    view: view<typeof VersionRestore>('version/version-restore'),
    words: ['collection'],
    params: VersionParams,
    within: ({ params }) => `/collection/${params.cid}/versions`,
    load: async ({ ctx, params }) => {
      const { cid, version, lock } = await getCollection(ctx, params.cid);
      const [row, { changes, gone }] = await Promise.all([
        getVersionRow(ctx, versionsOf(cid), params.ver_idx),
        previewRestore(ctx, kernel.records, cid, params.ver_idx),
      ]);
      return {
        collection: { cid, version, lock },
        row,
        comparison: await readComparison(ctx, kernel, changes),
        gone: { count: gone.length, first: gone.slice(0, namedGone) },
      };
    },
  });
  web.fragment('/collection/version/:ver_idx', {
    view: view<typeof VersionMemo>('version/version-memo'),
    words: ['collection'],
    params: VersionParams.pick({ ver_idx: true }),
    within: async ({ ctx, params }) =>
      `/collection/${(await ownerOfVersion(ctx, collectionEntity, params.ver_idx)).id}/versions`,
    load: async ({ ctx, params: { ver_idx } }) => {
      const owner = await ownerOfVersion(ctx, collectionEntity, ver_idx);
      const { number, memo, memo_version: version } = await getVersionRow(ctx, owner, ver_idx);
      return { cid: String(owner.id), verIdx: ver_idx, number, memo, version };
    },
  });
}

/** The two versions that the address names; where it names none, the newest and the one before it. */
async function compare(
  ctx: Context,
  kernel: Kernel,
  cid: string,
  newest: readonly VersionRow[],
  { from, to = newest[0]?.ver_idx, page }: z.output<typeof CompareQuery>,
): Promise<ComparedVersions | null> {
  const record = versionsOf(cid);
  if (to === undefined) return null;
  const known = newest.findIndex(({ ver_idx }) => ver_idx === to);
  const before = known < 0 ? undefined : newest[known + 1];
  const start = from ?? before?.ver_idx ?? (await versionBefore(ctx, record, to));
  if (start === null) return null;
  const rowOf = async (verIdx: number) =>
    newest.find(({ ver_idx }) => ver_idx === verIdx) ?? (await getVersionRow(ctx, record, verIdx));
  const [older, newer] = await Promise.all([rowOf(start), rowOf(to)]);
  const changes = await compareVersions(ctx, record, start, to);
  return {
    from: older,
    to: newer,
    comparison: await readComparison(sendingTogether(ctx), kernel, changes, page),
    size: comparedPageSize,
  };
}

/** The choices plus the chosen versions, however old those are. */
function withRows(choices: readonly VersionRow[], chosen: readonly VersionRow[]): VersionRow[] {
  const known = new Set(choices.map(({ ver_idx }) => ver_idx));
  const older = chosen.filter(
    ({ ver_idx }, index) => !known.has(ver_idx) && index === chosen.findIndex((one) => one.ver_idx === ver_idx),
  );
  return [...choices, ...older.toSorted((a, b) => b.ver_idx - a.ver_idx)];
}

/** If the newest version restored another one: which. */
const restoredBy = (newest: VersionRow | undefined) =>
  newest && newest.restores !== null ? { number: newest.number, restores: newest.restores_number } : null;
