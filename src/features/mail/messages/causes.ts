/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'mail.off': '`SMTP_URL` and `MAIL_FROM` are not set (409)',
  'mail.not_found': 'A mail older than 30 days is opened or sent again (404)',
  'mail.is_waiting': 'A mail that waits is to be sent again (409)',
  'mail.to_fixed': 'A mail to an account is to be sent to another address (400)',
  'mail.address_rule': 'A mail is to be sent again to what is no address (400)',
  'mail.no_own_address': 'A test is to be sent to an account without an address (409)',
  'mail.again_failed': 'A mail could not be put back to be sent; the reason follows',
  'mail.checkup_failed': 'The doctor reached no mail server, or it refused the log-in; the reason follows',
  'mail.failed_again_failed': 'The mails that failed could not be put back to be sent; the reason follows',
  'mail.test_failed': 'A test could not be made; the reason follows',
  'mail.view_failed': 'A list of mails: those that were not sent',
  'mail.state_failed': 'The state of a mail: the server refused it, or every try failed',
  'mail.task_failed': 'A task on the start page: mails that were not sent',
};
