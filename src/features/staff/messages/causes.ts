/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'staff.link_over': 'A link in a mail is opened after an hour, a second time, or after the password was changed (404)',
  'staff.new_address_none':
    'The link of a new mail address is sent again or given up after it was used or given up, or the password was changed (404)',
  'staff.password_short': 'The password for a link has fewer than 10 characters (422)',
  'staff.mail_failed': 'Mail settings could not be saved; the reason follows',
  'staff.mail_address_rule': 'A mail address is none, or more than one (400)',
  'staff.sign_in_failed': 'The ID is unknown, the account is disabled, or the password is wrong: same text, same time',
  'staff.throttled': 'Ten failures for one ID, or many from one address, within 15 minutes (429)',
  'staff.reset_failed': 'Heading of the reason why a password was not reset',
  'staff.not_found': 'The account never existed (404)',
  'staff.id_taken': 'Another account has the ID (409)',
  'staff.id_format': 'An ID contains other characters (400)',
  'staff.last_admin': 'The last administrator cannot be disabled or lose admin rights (422)',
  'staff.own_password': 'Users cannot reset their own password, only change it (422)',
  'staff.current_wrong': 'The current password given is wrong (422)',
  'staff.session_not_found': 'The session to end has already ended (404)',
  'staff.change_failed': "Heading of the reason why the user's own password was not changed",
  'staff.sso_connect_failed': 'Heading of the reason why the own account was not connected',
  'staff.sso_refused': 'Somebody cancelled at the provider, or it refused (422)',
  'staff.sso_failed':
    'The provider does not answer, or its answer fails a check; the log has the cause (424 on the page, 503 in a call)',
  'staff.sso_attempt_unknown': 'The browser came back too late, a second time, or had not left from here (422)',
  'staff.sso_no_group': 'The provider names none of `OIDC_GROUPS` and not `OIDC_ADMIN_GROUP` (403)',
  'staff.sso_disabled': 'The account is disabled in the staff list (403)',
  'staff.sso_id_taken': 'The first log-in of somebody whose ID belongs to an account here (409)',
  'staff.sso_belongs': 'The person at the provider is connected to another account (409)',
  'staff.sso_connected': 'The account is connected to somebody else at the provider (409)',
  'staff.sso_only': 'Users without a password cannot disconnect their own account (422)',
  'staff.sso_not_connected': 'The account to disconnect is not connected (404)',
  'staff.sso_not_configured': '`OIDC_ISSUER` is not set (409)',
  'staff.two_factor_failed': 'Heading of the reason why the own two-factor was not changed',
  'staff.two_factor_is_on': 'Two-factor is set up a second time (409)',
  'staff.two_factor_is_off': 'Two-factor is switched off, or its codes are renewed, where it is not on (404)',
  'staff.two_factor_own': 'Users switch off their own two-factor with a code, not as administrators (422)',
  'login.second_factor': 'The password is right, and the account has two-factor: send the code as `otp` (401)',
  'login.second_factor_setup':
    'The setting that administrators must use two-factor is on, and this one has none yet (403)',
  'login.code_wrong': 'A code of two-factor is wrong, not of now, or used (401 at log-in, 422 in the own account)',
  'login.code_throttled':
    'Five wrong codes for one account, or many failures from one address, within 15 minutes (429)',
  'staff.passkey_add_failed': 'Heading of the reason why a passkey was not added',
  'staff.passkey_unavailable': 'The address of the office is no `https` address with a host name, nor localhost (409)',
  'staff.passkeys_enough': 'An account that has 20 passkeys gets another (422)',
  'staff.passkey_refused':
    'The answer of the browser is for another address, account or challenge, too late, used before, or without its owner verified (422)',
  'staff.passkey_last':
    'The setting that administrators must use a passkey or two-factor is on, and the account would have neither (422)',
  'staff.passkey_not_found': 'The passkey was removed, or belongs to somebody else (404)',
  'staff.passkey_own': 'Users remove their own passkeys one by one, not as administrators (422)',
  'staff.passkey_taken': 'The passkey belongs to an account here (409)',
  'login.passkey_unknown': 'The passkey is not known here or its account is disabled (401)',
  'login.passkey_wrong':
    'The answer of the browser is for another address or challenge, too late, used before, unsigned, or without its owner verified (401)',
  'login.passkey_copied':
    'The authenticator’s counter went back: there is a copy of the passkey, which is refused from then on (401)',
  'login.passkey_needed':
    'The setting that administrators must use a passkey or two-factor is on, and the account has passkeys but no two-factor (403)',
  'staff.checkup_sso_failed': 'The doctor got no description of the provider; the reason follows',
  'staff.password_common': 'A new password stands in the list of the most common ones (400)',
};
