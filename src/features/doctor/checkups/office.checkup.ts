import type { Checkup } from '#kernel/mount/checkup.ts';

// Milliseconds.
const answersWithinMs = 5000;

/** Whether the office runs: whoever asks it knows, the command asks its port. */
export const officeCheckup: Checkup = {
  name: 'office',
  label: 'doctor.check_office',
  isOfRequest: true,
  async find({ config: { host, port }, request }) {
    if (request) return { state: 'ok', says: [{ key: 'doctor.office_ok' }] };
    const address = `http://${localHost(host)}:${port}`;
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(answersWithinMs) }).catch(
      () => undefined,
    );
    if (answer?.ok) return { state: 'ok', says: [{ key: 'doctor.office_ok' }] };
    const values = { address };
    if (answer) return { state: 'bad', says: [{ key: 'doctor.office_not_ready', values }] };
    return { state: 'bad', says: [{ key: 'doctor.office_away', values }], hint: { key: 'doctor.office_start' } };
  },
};

/** How this machine reaches what listens there. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
