import type { ProposedPlan } from './assistant.contract.ts';

type Change = ProposedPlan['changes'][number];

// To how many characters texts are cut until the whole fits; at last, fields are left out.
const lengths = [1000, 200, 40, 0];

/**
 * A plan whose JSON has no more characters than these: a proposal that stands is answered, however long its texts are. What
 * was cut is so for the assistant alone, and `shortened` says that it was.
 */
export function fittingPlan(plan: ProposedPlan, most: number): ProposedPlan & { shortened?: true } {
  if (lengthOf(plan) <= most) return plan;
  let fitting = plan;
  for (const length of lengths) {
    fitting = cutTo(length, plan);
    if (lengthOf(fitting) <= most) break;
  }
  return { ...fitting, shortened: true };
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

function cutTo(length: number, { changes, edits, ...plan }: ProposedPlan): ProposedPlan {
  const cut = (all: readonly Change[]): Change[] => all.map((change) => cutChange(length, change));
  return {
    ...plan,
    changes: cut(changes),
    edits: edits && { ...edits, left: cut(edits.left), edited: cut(edits.edited) },
  };
}

const cutChange = (length: number, { fields, ...change }: Change): Change => ({
  ...change,
  fields:
    length === 0
      ? []
      : fields.map(({ field, before, after }) => ({
          field,
          before: cutText(length, before),
          after: cutText(length, after),
        })),
});

const cutText = <T>(length: number, value: T): T | string =>
  typeof value === 'string' && value.length > length ? `${value.slice(0, length).toWellFormed()}…` : value;
