/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'mailing.off': '`SMTP_URL` and `MAIL_FROM` are not set (409)',
  'mailing.add_failed': 'A report by mail could not be added; the reason follows',
  'mailing.edit_failed': 'A report by mail could not be saved; the reason follows',
  'mailing.delete_failed': 'A report by mail could not be deleted; the reason follows',
  'mailing.send_failed': 'A report could not be mailed now; the reason follows',
  'mailing.not_found': 'A report by mail that was deleted is opened, changed or sent (404)',
  'mailing.not_to_address':
    'A report by mail is to go to another address from now on that does not go to the former one any more (409)',
  'mailing.customer_gone': 'The customer of a statement by mail was deleted (422)',
  'mailing.customer_rule': 'A statement by mail has no customer, or something else has one (422)',
  'mailing.format_rule': 'A report is to be mailed as a file that it is not available as (422)',
  'mailing.filter_rule':
    'A report is to be mailed with a filter that it has not, or with its days, which each mail sets (422)',
  'mailing.view_rule': 'A report is to follow a view that the caller has not, or that is of another list (422)',
  'mailing.rhythm_rule': 'A statement is to be mailed each week (422)',
  'mailing.day_rule': 'The day of a week or month is none (422)',
  'mailing.address_rule': 'The addresses of a report by mail are none, too many, or not addresses (400)',
  'mailing.keeps_customer': 'A customer whose statement is mailed is to be deleted (409)',
};
