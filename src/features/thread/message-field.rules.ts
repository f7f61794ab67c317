import { fold } from '#kernel/text/text-forms.rules.ts';
import type { ThreadPerson } from './thread.contract.ts';

/** A text with the place where it is being written. */
export interface Written {
  text: string;
  caret: number;
}

// How many people are offered.
const most = 5;

/** The beginning of a name that is being written after `@`; null if none is. */
function startedName({ text, caret }: Written): string | null {
  const before = text.slice(0, caret);
  return /(?:^|[^\p{L}\p{N}._@-])@([\p{L}\p{N}._@-]{0,64})$/u.exec(before)?.[1] ?? null;
}

/** The colleagues whose ID or name begins with what is written after `@`, those whose ID does first. */
export function offeredFor(written: Written, colleagues: readonly ThreadPerson[]): ThreadPerson[] {
  const started = startedName(written);
  if (started === null) return [];
  const wanted = fold(started);
  const byId = colleagues.filter(({ staff_id }) => fold(staff_id).startsWith(wanted));
  const byName = colleagues.filter(({ name }) =>
    fold(name)
      .split(/\s+/)
      .some((word) => word.startsWith(wanted)),
  );
  const found = [...new Set([...byId, ...byName])].slice(0, most);
  // Written to the end: there is nothing left to offer.
  const [only] = found;
  return found.length === 1 && only && fold(only.staff_id) === wanted ? [] : found;
}

/** The text with a person's ID in the place of what was begun after `@`. */
export function withPerson({ text, caret }: Written, { staff_id }: ThreadPerson): Written {
  const begins = caret - (startedName({ text, caret })?.length ?? 0);
  const after = text.slice(caret);
  const inserted = `${staff_id}${/^\s/.test(after) ? '' : ' '}`;
  return { text: text.slice(0, begins) + inserted + after, caret: begins + staff_id.length + 1 };
}
