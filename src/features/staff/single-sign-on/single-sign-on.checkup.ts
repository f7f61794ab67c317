import { discover, ProviderError } from '#kernel/config/openid.ts';
import type { Checkup } from '#kernel/mount/checkup.ts';

/** Whether the provider describes itself, without which nobody can log in there. */
export const singleSignOnCheckup: Checkup = {
  name: 'single_sign_on',
  label: 'staff.sso_heading',
  async find({ config: { singleSignOn } }) {
    if (!singleSignOn) return { state: 'ok', says: [{ key: 'staff.checkup_sso_off' }] };
    const { host } = new URL(singleSignOn.issuer);
    try {
      await discover(singleSignOn);
      return { state: 'ok', says: [{ key: 'staff.checkup_sso_ok', values: { host } }] };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return {
        state: 'bad',
        says: [{ key: 'staff.checkup_sso_failed', values: { host, reason: error.message } }],
        hint: { key: 'staff.checkup_sso_means' },
      };
    }
  },
};
