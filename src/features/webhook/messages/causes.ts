/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'webhook.kind_release_failed': 'What a webhook can be sent: a release that could not be applied at its time',
  'webhook.add_failed': 'A webhook could not be created; the reason follows',
  'webhook.edit_failed': 'A webhook could not be saved; the reason follows',
  'webhook.delete_failed': 'A webhook could not be deleted; the reason follows',
  'webhook.not_found': 'A webhook that was deleted is opened or changed (404)',
  'webhook.is_paused': 'Deliveries of a paused webhook are to be sent again (409)',
  'webhook.delivery_not_found': 'A delivery older than 14 days is opened or sent again (404)',
  'webhook.address_rule': 'The address of a webhook is none (422)',
  'webhook.address_https': 'The address of a webhook is not https, and `WEBHOOK_PRIVATE` is not `allow` (422)',
  'webhook.address_unknown': 'The name in the address of a webhook does not resolve (422)',
  'webhook.address_private': 'The address of a webhook is private, or its name resolves to a private address (422)',
  'webhook.delivery_failed': 'A delivery was given up after a day of attempts, or at once after 410',
  'webhook.test_failed': 'The receiver of a test did not accept it, or could not be reached; the reason follows',
  'webhook.secret_failed': 'A new secret could not be made; the reason follows',
  'webhook.again_failed': 'Deliveries could not be put back in line; the reason follows',
};
