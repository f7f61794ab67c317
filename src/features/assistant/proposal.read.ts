import { AppError } from '#kernel/messages/errors.ts';
import {
  type ApprovalChange,
  describePlanned,
  figuresOf,
  getApproval,
  itemOf,
  listProposed,
  readEdits,
  readPage,
  refusedOf,
  type StoredApproval,
} from '#features/approval/approval-proposals.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Proposal, ProposedPlan } from './assistant.contract.ts';
import { maySeeKind, type Rights } from './rights.rules.ts';

type Listed = Parameters<typeof itemOf>[0];

/** A proposal as calls answer it. */
export const proposalOf = (row: Listed): Proposal => {
  const { appr_idx: propIdx, kind: _, ...item } = itemOf(row);
  return { ...item, prop_idx: propIdx };
};

export const readProposals = async (ctx: Context, of: Parameters<typeof listProposed>[1]): Promise<Proposal[]> =>
  (await listProposed(ctx, of)).map(proposalOf);

/** What an assistant has proposed; nothing else, and of a key only its own. */
export async function getProposal(ctx: Context, propIdx: number, keyIdx?: number): Promise<StoredApproval> {
  const row = await getApproval(ctx, propIdx);
  if (row.key_idx === null || (keyIdx !== undefined && row.key_idx !== keyIdx))
    throw new AppError(404, 'approval.not_found');
  return row;
}

/** What a proposal would do, a page of its changes; without what these rights do not show, if any are given. */
export async function planOfProposal(
  ctx: Context,
  { records }: Pick<Kernel, 'records'>,
  row: StoredApproval,
  { page = 1, rights }: { page?: number; rights?: Rights } = {},
): Promise<ProposedPlan> {
  const maySee = (entity: string | undefined) => !rights || maySeeKind(entity ?? '', rights);
  const planned = await readPage(ctx, row, page);
  const described = await describePlanned(ctx, records, planned);
  const changes = described.filter((_, index) => maySee(planned[index]?.entity));
  const effects = new Map<string, ProposedPlan['effects'][number]>();
  for (const { kind, action } of described) {
    const key = `${kind} ${action}`;
    effects.set(key, { kind, action, count: (effects.get(key)?.count ?? 0) + 1 });
  }
  const changed = new Set((row.plan.conflicts ?? []).map(({ entity, id }) => `${entity} ${id}`));
  return {
    changes: changes.map(changeOf),
    count: row.plan.count,
    effects: row.plan.figures ? await figuresOf(ctx, records, row) : [...effects.values()],
    refused: refusedOf(ctx, row),
    edits: await editsOf(ctx, { records }, row, maySee),
    conflicts: described.flatMap(({ kind, id, title }, index) => {
      const { entity, id: of } = planned[index] ?? {};
      return maySee(entity) && changed.has(`${entity} ${of}`) ? [{ kind, id, title }] : [];
    }),
  };
}

/** A change with the whole of its texts on both sides. */
const changeOf = ({ kind, id, title, href, action, fields }: ApprovalChange): ProposedPlan['changes'][number] => ({
  kind,
  id,
  title,
  href,
  action,
  fields: fields.map(({ field, before, after, words }) => ({
    field,
    before: words ? textOf(words, 'new') : before,
    after: words ? textOf(words, 'old') : after,
  })),
});

/** What a person has edited of a proposal, of the kinds of records that may be seen. */
async function editsOf(
  ctx: Context,
  kernel: Pick<Kernel, 'records'>,
  row: StoredApproval,
  maySee: (entity: string | undefined) => boolean,
): Promise<ProposedPlan['edits']> {
  const edits = await readEdits(ctx, kernel, row);
  if (!edits || !row.edits) return null;
  const seen = (described: readonly ApprovalChange[], of: readonly { entity: string }[]) =>
    described.filter((_, index) => maySee(of[index]?.entity)).map(changeOf);
  const { by, at } = edits;
  return { by, at, left: seen(edits.left, row.edits.left), edited: seen(edits.edited, row.edits.edited) };
}

/** One side of a text that is compared word by word. */
const textOf = (words: readonly { kind: string; text: string }[], without: 'old' | 'new'): string =>
  words
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');
