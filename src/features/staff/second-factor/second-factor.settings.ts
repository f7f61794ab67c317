import { switchSetting } from '#kernel/settings.ts';

/** Whether administrators who log in with a password need a second factor; who has none sets it up on the way in. */
export const adminsNeedTwoFactor = switchSetting({
  key: 'staff.admins_need_two_factor',
  initial: false,
  label: 'staff.admins_need_two_factor',
  help: 'staff.admins_need_two_factor_help',
});
