/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'apikey.batch_gone': 'A new key is to sell from a batch that is not there (422)',
  'apikey.one_customer': 'A new key is to sell from batches of several customers (422)',
  'apikey.batch_in_file': 'A key is to sell from a batch of which a file with unused codes has left (422)',
  'apikey.quota_drawn': 'The quota of a key would be less than what it has drawn (422)',
  'apikey.sells_failed': 'Heading of the reason why what a key sells was not changed',
  'apikey.only_vend': 'A new key that does not sell has batches or a quota (400)',
  'apikey.expired_already': 'The expiry date of a new API key is in the past (422)',
  'apikey.may_of_assistants': '`may` is given for another scope, or missing for an assistant (422)',
  'apikey.replace_failed': 'Heading of the reason why the key of an assistant was not replaced',
  'apikey.not_own': 'The key of another person’s assistant is to be replaced (403)',
  'apikey.not_replaced': 'A key that is not of an assistant is to be replaced (409)',
  'apikey.revoke_failed': 'Heading of the reason why a key was not revoked',
  'apikey.not_found': 'An API key that never existed or is revoked, or a session that asks for its own key (404)',
};
