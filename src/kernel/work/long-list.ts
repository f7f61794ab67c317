import { z } from 'zod';
import { namedFields } from '../messages/errors.ts';
import { inTurns } from './in-turns.ts';

// How long elements are checked before other requests get a turn. Milliseconds.
const turnMs = 10;

// The schema of a list leaves open what its elements are, because they are checked after it.
const elements = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** What the elements of a long list are, for documents. */
export const elementOf = (list: z.core.$ZodType): z.core.$ZodType | undefined => elements.get(list);

/**
 * A list so long that checking it in one go would block other requests: it is checked in slices, stopping at as many
 * problems as an answer can name. A list that is too long is refused unchecked. It is for what is parsed with
 * `safeParseAsync`, as bodies are; what is parsed at once has short lists, `z.array`.
 */
export function longList<Out, In>(
  element: z.ZodType<Out, In>,
  { min = 0, max }: { min?: number; max: number },
): z.ZodType<Out[], In[]> {
  const list = z.array(z.custom<In>()).min(min).max(max);
  elements.set(list, element);
  return list.transform((input, context) => inTurns(checkInTurns(element, input, context.issues)));
}

/** Yields when its time slice is over. */
function* checkInTurns<Out>(
  element: z.ZodType<Out>,
  input: readonly unknown[],
  issues: z.core.$ZodRawIssue[],
): Generator<undefined, Out[]> {
  const values: Out[] = [];
  let end = performance.now() + turnMs;
  for (const [index, value] of input.entries()) {
    const checked = element.safeParse(value, { reportInput: true });
    if (checked.success) values.push(checked.data);
    else issues.push(...checked.error.issues.map((issue) => within(index, issue)));
    if (issues.length >= namedFields) break;
    if (performance.now() > end) {
      yield;
      end = performance.now() + turnMs;
    }
  }
  return values;
}

/** A problem of an element, as one of the list; it has its input, because that is reported. */
const within = (index: number, issue: z.core.$ZodIssue) =>
  ({ ...issue, path: [index, ...issue.path] }) as z.core.$ZodRawIssue;
