import type { FieldProblem } from '../messages/errors.ts';
import { timeText } from '../messages/time-text.ts';
import type { Context } from '../work/context.ts';

/**
 * A stored problem in the caller's language: its times are stored as seconds, and the system, which has no name, as an
 * empty one.
 */
export function problemText(ctx: Context, problem: FieldProblem | null): string | null {
  if (problem === null) return null;
  const { at, name } = problem.values ?? {};
  return ctx.text(problem.key, {
    ...problem.values,
    ...(typeof at === 'number' && { time: timeText(ctx, at) }),
    ...(name === '' && { name: ctx.text('actor.system') }),
  });
}
