import type { Person } from '#test/app.ts';

/** The password of every account added by {@link addAccount}. */
export const testPassword = 'a long enough password';

/** Adds an account that can sign in with {@link testPassword}; returns its key. */
export async function addAccount(admin: Person, staffId: string, isAdmin = true): Promise<number> {
  const body = { staff_id: staffId, name: `Name of ${staffId}`, is_admin: isAdmin, password: testPassword };
  const added = await admin.post('/api/v1/staff', body);
  return added.json.results.staff_idx;
}
