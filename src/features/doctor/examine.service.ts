import { isLostConnection } from '#kernel/db/failures.ts';
import type { Checkup, CheckupParts, Finding, Said } from '#kernel/mount/checkup.ts';
import type { CheckupResult } from './doctor.rules.ts';

/** How long a checkup may take before that is what it found. Milliseconds. */
export const limitMs = 10_000;

/** Examines an installation: all checkups at once, each for itself, and none twice at a time. */
export class Examination {
  readonly #parts: CheckupParts;
  readonly #running = new Map<string, Promise<Finding>>();

  constructor(parts: CheckupParts) {
    this.#parts = parts;
  }

  /** What a checkup finds. It never rejects, and takes no longer than its limit. */
  async find(checkup: Checkup, request?: CheckupParts['request']): Promise<Finding> {
    const late = Promise.withResolvers<Finding>();
    const seconds = limitMs / 1000;
    const timer = setTimeout(
      () => late.resolve({ state: 'warn', says: [{ key: 'doctor.late', values: { seconds } }] }),
      limitMs,
    );
    const found = await Promise.race([this.#begun(checkup, request), late.promise]);
    clearTimeout(timer);
    return found;
  }

  /** Those who ask at once share what is under way; so does who asks again while it hangs. */
  #begun(checkup: Checkup, request: CheckupParts['request']): Promise<Finding> {
    const run = () =>
      Promise.resolve()
        .then(() => checkup.find({ ...this.#parts, request }))
        .catch(failed);
    if (checkup.isOfRequest) return run();
    const running = this.#running.get(checkup.name);
    if (running) return running;
    const begun = run().finally(() => this.#running.delete(checkup.name));
    this.#running.set(checkup.name, begun);
    return begun;
  }
}

/** What a checkup could not find out. */
function failed(error: unknown): Finding {
  if (isLostConnection(error)) return { state: 'warn', says: [{ key: 'doctor.unknown' }] };
  const reason = error instanceof Error ? error.message : String(error);
  return { state: 'bad', says: [{ key: 'doctor.failed', values: { reason } }] };
}

/** A finding in the reader's language. */
export function resultOf(
  { name, label }: Checkup,
  { state, says, hint, act }: Finding,
  { text }: { text: (this: void, key: string, values?: Said['values']) => string },
): CheckupResult {
  const said = ({ key, values }: Said) => text(key, values);
  return {
    check: name,
    label: text(label),
    state,
    text: says.map(said).join(' '),
    hint: hint ? said(hint) : null,
    act: act ? shownAct(act, text) : null,
  };
}

function shownAct(act: NonNullable<Finding['act']>, text: (key: string) => string): CheckupResult['act'] {
  if ('guide' in act) return { kind: 'guide', href: `/docs/${act.guide}.md` };
  if ('command' in act) return { kind: 'command', command: act.command };
  return { kind: 'call', call: act.call, label: text(act.label), done: text(act.done) };
}
