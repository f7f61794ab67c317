import { sql } from 'kysely';
import type { ExportedTables } from '#kernel/work/exported-tables.ts';

const signIn = 'It opens an account in one office. Its owner sets it up again.';
const ofTheMoment = 'Signing in is of the moment.';

/** Accounts leave without whatever opens them, and come back disabled: an administrator lets each in with a password. */
export const staffExported: ExportedTables = {
  tables: ['staff'],
  without: {
    'staff.password_hash': 'A password stays with those who know it.',
    login_failure: ofTheMoment,
    passkey: signIn,
    recovery_code: signIn,
    second_factor: signIn,
    session: ofTheMoment,
    sign_in_attempt: ofTheMoment,
    spent_challenge: ofTheMoment,
    staff_device: 'In which browsers somebody signed in is known to one office.',
    staff_identity: signIn,
    staff_link: signIn,
    staff_new_address: 'Its link opens one office. Its owner enters the address again.',
  },
  filled: { 'staff.disabled_at': sql`coalesce(disabled_at, now())` },
};
