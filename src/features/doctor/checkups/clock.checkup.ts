import { sql } from 'kysely';
import type { Checkup } from '#kernel/mount/checkup.ts';

// Seconds. Buckets refuse signatures that are a quarter of an hour off, and log-in providers tokens of some minutes.
const odd = 2;
const wrong = 60;

/** This machine's clock against the database's, by which the product tells the time. */
export const clockCheckup: Checkup = {
  name: 'clock',
  label: 'doctor.check_clock',
  async find(parts) {
    const difference = await parts.read(async ({ db }) => {
      const [began, started] = [Date.now(), performance.now()];
      const { rows } = await sql<{ ms: number }>`
        select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(db);
      // The database read its clock between the question and the answer.
      const between = began + (performance.now() - started) / 2;
      return Math.abs((rows[0]?.ms ?? Number.NaN) - between);
    });
    const seconds = Math.round(difference / 1000);
    if (seconds < odd)
      return { state: 'ok', says: [{ key: 'doctor.clock_ok', values: { ms: Math.round(difference) } }] };
    return {
      state: seconds < wrong ? 'warn' : 'bad',
      says: [{ key: 'doctor.clock_off', values: { seconds } }],
      hint: { key: 'doctor.clock_set' },
    };
  },
};
