/** The page. */
export const doctorHome = '/doctor';

/** What a checkup found, in the reader's language. */
export interface CheckupResult {
  check: string;
  label: string;
  state: 'bad' | 'warn' | 'ok';
  text: string;
  /** What follows from it, or what to do. */
  hint: string | null;
  /** What helps: an address to read, a command, or a call with what to say then. */
  act:
    | { kind: 'guide'; href: string }
    | { kind: 'command'; command: string }
    | { kind: 'call'; call: string; label: string; done: string }
    | null;
}

const urgency = { bad: 0, warn: 1, ok: 2 };

/** What needs attention, the most urgent first, and what is in order. */
export function byUrgency<R extends Pick<CheckupResult, 'state'>>(
  results: readonly R[],
): { attention: R[]; inOrder: R[] } {
  const sorted = results.toSorted((a, b) => urgency[a.state] - urgency[b.state]);
  return {
    attention: sorted.filter(({ state }) => state !== 'ok'),
    inOrder: sorted.filter(({ state }) => state === 'ok'),
  };
}

/** The results as text, a line for each and its hint below: what `npm run doctor` prints, and what is copied. */
export function asText(results: readonly Omit<CheckupResult, 'label'>[]): string {
  const { attention, inOrder } = byUrgency(results);
  return [...attention, ...inOrder]
    .flatMap(({ check, state, text, hint, act }) => [
      `${state.padEnd(4)}  ${check}: ${text}`,
      ...(hint === null ? [] : [`      ${hint}`]),
      ...(act?.kind === 'command' ? [`      ${act.command}`] : []),
    ])
    .join('\n');
}
