/* oxlint-disable no-underscore-dangle -- `_zod` is zod's interface for custom schemas */
import { z } from 'zod';
import { namedFields } from '../messages/errors.ts';
import { inTurns } from './in-turns.ts';

// How long elements are checked before other requests get a turn. Milliseconds.
const turnMs = 10;

/**
 * A list so long that checking it in one go would block other requests: it is checked in slices, stopping at as many
 * problems as an answer can name. A list that is too long is refused unchecked. Use it as is: wrappers that copy it,
 * such as `.min()`, check in one go.
 */
export function longList<T extends z.ZodType>(element: T, { min = 0, max }: { min?: number; max: number }) {
  const list = z.array(element).min(min).max(max);
  list._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (!Array.isArray(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input, inst: list });
      return payload;
    }
    // The length check comes next and rejects it.
    if (input.length > max) return payload;
    const checked = checkInTurns(element, input, { ...context, async: false });
    const settle = ({ values, issues }: Checked) => {
      payload.value = values;
      payload.issues.push(...issues);
      return payload;
    };
    return context.async ? inTurns(checked).then(settle) : settle(atOnce(checked));
  };
  return list;
}

interface Checked {
  values: unknown[];
  issues: z.core.$ZodRawIssue[];
}

/** Yields when its time slice is over. */
function* checkInTurns(
  element: z.ZodType,
  input: readonly unknown[],
  context: z.core.ParseContextInternal,
): Generator<undefined, Checked> {
  const values: unknown[] = [];
  const issues: z.core.$ZodRawIssue[] = [];
  let end = performance.now() + turnMs;
  for (const [index, value] of input.entries()) {
    const result = element._zod.run({ value, issues: [] }, context) as z.core.ParsePayload;
    values.push(result.value);
    issues.push(...z.core.util.prefixIssues(index, result.issues));
    if (issues.length >= namedFields) break;
    if (performance.now() > end) {
      yield;
      end = performance.now() + turnMs;
    }
  }
  return { values, issues };
}

function atOnce(checked: Generator<undefined, Checked>): Checked {
  let step = checked.next();
  while (!step.done) step = checked.next();
  return step.value;
}
