import type { RecordDeclaration } from '#kernel/records/records.ts';

const titles = { table: 'staff', key: 'staff_id', title: 'name', text: true } as const;

export const staffRecord: RecordDeclaration = {
  kind: 'staff',
  label: 'staff.kind',
  titles,
  href: () => '/staff',
  actions: {
    password_reset: 'staff.did_reset',
    password_changed: 'staff.did_change',
    connected: 'staff.did_connect',
    disconnected: 'staff.did_disconnect',
    by_group: 'staff.did_group',
    reset_at_start: 'staff.did_reset_at_start',
    two_factor_on: 'staff.did_two_factor_on',
    two_factor_off: 'staff.did_two_factor_off',
    recovery_code_used: 'staff.did_recover',
    recovery_codes_renewed: 'staff.did_renew_codes',
    passkey_added: 'staff.did_add_passkey',
    passkey_renamed: 'staff.did_rename_passkey',
    passkey_removed: 'staff.did_remove_passkey',
    passkeys_removed: 'staff.did_remove_passkeys',
    passkey_copied: 'staff.did_copy_passkey',
    password_by_link: 'staff.did_set_by_link',
    mail_changed: 'staff.did_change_mail',
    address_requested: 'staff.did_request_address',
    address_confirmed: 'staff.did_confirm_address',
    address_dropped: 'staff.did_drop_address',
  },
  fields: {
    staff_id: 'staff.id',
    name: 'staff.name',
    is_admin: 'staff.admin',
    disabled: 'staff.disabled',
    sessions_ended: 'staff.field_ended',
    provider: 'staff.field_provider',
    recovery_codes: 'staff.field_recovery_codes',
    passkey: 'staff.passkey',
    passkeys: 'staff.passkeys',
    mail_address: 'staff.mail_address',
    new_mail_address: 'staff.field_new_address',
    mail_language: 'staff.mail_language',
    mail_kinds: 'staff.field_mail_kinds',
  },
};

/** A session is named after whose it is. */
export const sessionRecord: RecordDeclaration = {
  kind: 'session',
  label: 'staff.kind_session',
  titles,
  actions: { opened: 'staff.did_open', closed: 'staff.did_close', ended: 'staff.did_end' },
  fields: {
    address: 'staff.session_address',
    agent: 'staff.session_device',
    provider: 'staff.field_provider',
    passkey: 'staff.passkey',
    sessions_ended: 'staff.field_ended',
  },
};
