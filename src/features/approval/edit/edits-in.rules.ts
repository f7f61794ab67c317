import type { EditableChange, PlanConflict } from '../approval.contract.ts';
import { isPath } from './editable.rules.ts';

/** What is asked for: what was edited before stays edited as long as it is here. */
export function editsIn(changes: readonly EditableChange[]) {
  const whole = changes.filter(({ is_left: left }) => left).map(({ change }) => ({ change }));
  const kept = changes.filter(({ is_left: left }) => !left);
  const fields = kept.flatMap(({ change, fields: of }) => of.map((field) => ({ change, field })));
  return {
    left: [
      ...whole,
      ...fields.filter(({ field }) => field.is_left).map(({ change, field: { path } }) => ({ change, path })),
    ],
    values: fields
      .filter(({ field }) => !field.is_left && field.value !== field.proposed)
      .map(({ change, field: { path, value } }) => ({ change, path, value })),
  };
}

/** Changes without a field, or a whole change, that a person wants to leave as it is. */
export const withoutLeft = (
  changes: readonly EditableChange[],
  { change, path }: NonNullable<PlanConflict['leave']>,
): EditableChange[] =>
  changes.map((one) => {
    if (one.change !== change) return one;
    if (!path) return { ...one, is_left: true };
    return {
      ...one,
      fields: one.fields.map((field) => (isPath(field.path, path) ? { ...field, is_left: true } : field)),
    };
  });
