import { decoyHash } from '#kernel/auth/password.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { copiedPasskeys } from './passkey/passkey.home.ts';
import { passkeyCalls } from './passkey.routes.ts';
import { sealedFactors } from './second-factor/second-factor.service.ts';
import { adminsNeedTwoFactor } from './second-factor/second-factor.settings.ts';
import { newAddressRoutes } from './new-address.routes.ts';
import { passwordLinkRoutes } from './password-link.routes.ts';
import { secondStepRoutes } from './second-factor/second-step.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { singleSignOnCheckup } from './single-sign-on/single-sign-on.checkup.ts';
import { singleSignOnRoutes } from './single-sign-on/single-sign-on.routes.ts';
import { sealedLogOuts } from './single-sign-on/single-sign-on.service.ts';
import { staffExported } from './staff.exported.ts';
import { staffMessages } from './staff.messages.ts';
import { sessionRecord, staffRecord } from './staff.record.ts';
import { staffCalls, staffPages } from './staff.routes.ts';

const idTaken = { status: 409, key: 'staff.id_taken', field: 'staff_id' };
const keyTaken = { status: 409, key: 'staff.passkey_taken' };

/** Signing in and out, accounts, sessions. */
export const staff: Feature = {
  name: 'staff',
  messages: staffMessages,
  menu: [
    { key: 'staff.account', href: '/staff/sessions', order: 1, group: 'user' },
    { key: 'staff.heading', href: '/staff', order: 2, group: 'user' },
  ],
  constraints: {
    staff__staff_id_key: idTaken,
    staff__staff_id_lower_key: idTaken,
    passkey__credential_key: keyTaken,
  },
  checkups: [singleSignOnCheckup],
  sealed: [sealedFactors, sealedLogOuts],
  exported: staffExported,
  async register(kernel) {
    // Computed now; otherwise the first unknown ID would take twice as long.
    await decoyHash();
    signInRoutes(kernel);
    secondStepRoutes(kernel);
    singleSignOnRoutes(kernel);
    passwordLinkRoutes(kernel);
    newAddressRoutes(kernel);
    kernel.settings.add(adminsNeedTwoFactor);
    staffCalls(kernel);
    passkeyCalls(kernel);
    kernel.home.addTasks(copiedPasskeys);
    staffPages(kernel);
    kernel.records.define(staffRecord, sessionRecord);
  },
};
