import {
  type ContentType,
  collectionEntity,
  contentTypes,
  defaultTitle,
} from '#features/collection/collection.public.ts';
import {
  type ContentListRow,
  contentRowsPageSize,
  countItems,
  countReached,
  listContents,
  type Reached,
} from '#features/collection/collection-reach.public.ts';
import type { CollectionRow } from '#features/collection/collection-record.public.ts';
import { lastChange } from '#kernel/records/stale.ts';
import type { Context } from '#kernel/work/context.ts';

/** What a collection contains and reaches now, as counts. Times in seconds. */
interface ContentsState {
  version: number;
  counts: Reached;
  totals: Record<ContentType, number>;
  /** Who locked it, and when; null if unlocked. */
  locked: { name: string; at: number } | null;
}

/** The initial state of the contents panel. */
export interface ContentsPanelProps {
  cid: string;
  cidx: number;
  title: string;
  state: ContentsState;
  /** The selected type, and its first items. */
  type: ContentType;
  rows: ContentListRow[];
}

export async function readContentsState(ctx: Context, row: CollectionRow): Promise<ContentsState> {
  const { cid, cidx, version, lock } = row;
  const [counts, totals, locked] = await Promise.all([
    countReached(ctx, cidx),
    countItems(ctx, cidx),
    lock ? lastChange(ctx, { entity: collectionEntity, id: cid, action: `${collectionEntity}.locked` }) : null,
  ]);
  return { version, counts, totals, locked };
}

/** Loads the data of the contents panel. */
export async function loadContentsPanel(ctx: Context, row: CollectionRow): Promise<ContentsPanelProps> {
  const { cid, cidx, multi_lang_data: texts } = row;
  const state = await readContentsState(ctx, row);
  const type = contentTypes.find((one) => state.totals[one] > 0) ?? 'series';
  const { lines: rows } = await listContents(ctx, cidx, { type, page: 1, size: contentRowsPageSize });
  return { cid, cidx, title: defaultTitle(texts) || cid, state, type, rows };
}
