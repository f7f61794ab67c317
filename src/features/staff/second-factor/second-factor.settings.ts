import { switchSetting } from '#kernel/desk/settings.ts';

/**
 * Whether administrators who log in with a password need a second factor; those without one set it up while logging in.
 */
export const adminsNeedTwoFactor = switchSetting({
  key: 'staff.admins_need_two_factor',
  group: 'staff',
  initial: false,
  label: 'staff.admins_need_two_factor',
  help: 'staff.admins_need_two_factor_help',
});
