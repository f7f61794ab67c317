import { command } from '../command.ts';
import { exits } from '../failures.ts';
import type { Checkup } from '../office-types.generated.ts';

const signs = { ok: 'ok  ', warn: 'warn', bad: 'BAD ' };

/** Asks the office whether its installation is in order. */
export const doctor = command({
  name: 'doctor',
  usage: '[CHECK]',
  says: 'Ask whether the installation is in order. Ends with code 1 if something is bad',
  options: {},
  takes: [0, 1],
  run: async (parts, [check]) => {
    const office = await parts.office();
    const checks = await office.get<Checkup[]>('/api/v1/doctor', { check });
    const lines = checks.flatMap(({ label, state, text, hint }) => [
      `${signs[state]}  ${label}: ${text}`,
      ...(hint === null || state === 'ok' ? [] : [`      ${hint}`]),
    ]);
    return { json: { checks }, lines, ...(checks.some(({ state }) => state === 'bad') && { exit: exits.bad }) };
  },
});
