import { decoyHash } from '#kernel/auth/password.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { adminsNeedTwoFactor } from './second-factor/second-factor.settings.ts';
import { secondStepRoutes } from './second-factor/second-step.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { singleSignOnRoutes } from './single-sign-on/single-sign-on.routes.ts';
import { staffMessages } from './staff.messages.ts';
import { staffCalls, staffPages } from './staff.routes.ts';

const idTaken = { status: 409, key: 'staff.id_taken', field: 'staff_id' };

/** Signing in and out, accounts, sessions. */
export const staff: Feature = {
  name: 'staff',
  messages: staffMessages,
  menu: [
    { key: 'staff.account', href: '/staff/sessions', order: 1, group: 'user' },
    { key: 'staff.heading', href: '/staff', order: 2, group: 'user' },
  ],
  constraints: { staff__staff_id_key: idTaken, staff__staff_id_lower_key: idTaken },
  async register(kernel) {
    // Computed now; otherwise the first unknown ID would take twice as long.
    await decoyHash();
    signInRoutes(kernel);
    secondStepRoutes(kernel);
    singleSignOnRoutes(kernel);
    kernel.settings.add(adminsNeedTwoFactor);
    staffCalls(kernel);
    staffPages(kernel);
    kernel.recordLinks.add({
      entity: 'staff',
      label: 'staff.kind',
      titles: titlesIn('staff', { key: 'staff_id', title: 'name', text: true }),
      title: 'name',
      href: () => '/staff',
      actions: {
        'staff.password_reset': 'staff.did_reset',
        'staff.password_changed': 'staff.did_change',
        'staff.connected': 'staff.did_connect',
        'staff.disconnected': 'staff.did_disconnect',
        'staff.by_group': 'staff.did_group',
        'staff.reset_at_start': 'staff.did_reset_at_start',
        'staff.two_factor_on': 'staff.did_two_factor_on',
        'staff.two_factor_off': 'staff.did_two_factor_off',
        'staff.recovery_code_used': 'staff.did_recover',
        'staff.recovery_codes_renewed': 'staff.did_renew_codes',
      },
      fields: {
        staff_id: 'staff.id',
        name: 'staff.name',
        is_admin: 'staff.admin',
        disabled: 'staff.disabled',
        sessions_ended: 'staff.field_ended',
        provider: 'staff.field_provider',
        recovery_codes: 'staff.field_recovery_codes',
      },
    });
    kernel.recordLinks.add({
      entity: 'session',
      label: 'staff.kind_session',
      titles: titlesIn('staff', { key: 'staff_id', title: 'name', text: true }),
      actions: {
        'session.opened': 'staff.did_open',
        'session.closed': 'staff.did_close',
        'session.ended': 'staff.did_end',
      },
      fields: {
        address: 'staff.session_address',
        agent: 'staff.session_device',
        provider: 'staff.field_provider',
        sessions_ended: 'staff.field_ended',
      },
    });
  },
};
