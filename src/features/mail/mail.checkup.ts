import type { Checkup } from '#kernel/mount/checkup.ts';
import { greet } from './sending/smtp.service.ts';

// Milliseconds.
const answersWithinMs = 8000;

/** Whether the mail server takes the office's log-in; a test shows the rest of the way. */
export const mailCheckup: Checkup = {
  name: 'mail',
  label: 'mail.menu',
  async find({ config: { mail } }) {
    if (!mail) return { state: 'ok', says: [{ key: 'mail.off' }] };
    const { host } = mail.server;
    const reason = await greet(mail.server, answersWithinMs);
    if (reason)
      return {
        state: 'bad',
        says: [{ key: 'mail.checkup_failed', values: { host } }],
        hint: { key: `mail.reason_${reason}` },
      };
    const says = [{ key: 'mail.checkup_ok', values: { host } }] as const;
    const act = { call: 'POST /api/v1/mail/test', label: 'mail.test', done: 'mail.test_done' } as const;
    return { state: 'ok', says, act };
  },
};
