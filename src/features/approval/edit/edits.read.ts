import type { Kernel } from '#kernel/mount/feature.ts';
import type { PlannedChange } from '#kernel/work/approval.ts';
import type { Context } from '#kernel/work/context.ts';
import type { EditableChange, PlanEdits } from '../approval.contract.ts';
import { isProposal } from '../approval.rules.ts';
import { describePlanned } from '../approval.service.ts';
import type { ApprovalRow } from '../approval.store.ts';
import { type EditableField, isItem, isPath } from './editable.rules.ts';
import { editableOf } from './edit-plan.service.ts';
import { nested } from './plan-difference.rules.ts';

type Parts = Pick<Kernel, 'records'>;

/** What a person has edited of a plan; null if nobody has. */
export async function readEdits(ctx: Context, { records }: Parts, { edits }: ApprovalRow): Promise<PlanEdits | null> {
  if (!edits) return null;
  const { by, at } = edits;
  const [left, edited] = [edits.left, edits.edited];
  const described = await describePlanned(ctx, records, [...left, ...edited]);
  return { by, at, left: described.slice(0, left.length), edited: described.slice(left.length) };
}

/** What can be edited of a plan, with what was; null unless it is a proposal that waits. */
export async function readEditable(
  ctx: Context,
  { records }: Parts,
  row: ApprovalRow,
): Promise<EditableChange[] | null> {
  const given = row.given ?? row;
  const { call, plan } = given;
  if (!isProposal(row) || row.status !== 'waiting' || !call || plan.figures) return null;
  const editable = editableOf(records, { call, plan });
  const { left, values } = (row.given && row.edits?.asked) ?? { left: [], values: [] };
  const fields = editable.flatMap(({ change, fields: of }) => of.map((field) => ({ change, field })));
  const changeAt = (index: number) => plan.changes[index] as PlannedChange;
  const described = await describePlanned(ctx, records, [
    ...plan.changes,
    ...fields.map(({ change, field }) => ({ ...changeAt(change), ...sidesOf(field) })),
  ]);
  const labels = new Map(
    fields.map(({ field }, index) => {
      const [shown] = described[plan.changes.length + index]?.fields ?? [];
      const item = shown?.after ?? shown?.before;
      return [field, isItem(field) && item !== undefined ? String(item) : shown?.field];
    }),
  );
  return editable.map(({ change, leave, fields: of }) => {
    const { kind = '', title = null, action = '' } = described[change] ?? {};
    const { entity, before } = changeAt(change);
    return {
      change,
      kind,
      title,
      action,
      can_leave: leave !== undefined,
      is_left: left.some((one) => one.change === change && one.path === undefined),
      fields: of.map((field) => ({
        path: field.path,
        field: labels.get(field) ?? field.path.join(' '),
        before: field.before,
        proposed: field.proposed,
        value: values.find((one) => one.change === change && isPath(one.path, field.path))?.value ?? field.proposed,
        can_edit: !isItem(field) && isTyped(records, entity, field),
        // What is new is left out as a whole.
        can_leave: isItem(field) || (of.length > 1 && before !== null),
        is_left: left.some((one) => one.change === change && isPath(one.path, field.path)),
      })),
    };
  });
}

const sidesOf = (field: EditableField) => {
  const { path, before, proposed } = field;
  const [name = ''] = path;
  if (isItem(field)) return { before: before && { [name]: [before] }, after: proposed && { [name]: [proposed] } };
  return {
    before: nested([{ path, value: before }]),
    after: nested([{ path, value: proposed }]),
  };
};

/** Whether a person types its value: no choice, no record that it refers to, no text with markup. */
function isTyped(records: Parts['records'], entity: string, { path, proposed }: EditableField): boolean {
  const { refs, values, rich, fieldNames } = records.of(entity) ?? {};
  const [first = ''] = path;
  if (typeof proposed === 'boolean' || proposed === null) return false;
  return ![refs, values, fieldNames].some((of) => of && Object.hasOwn(of, first)) && !rich?.includes(path.at(-1) ?? '');
}
