/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'code.batch_exists':
    'Shown when a collection is to be deleted for which codes were issued; its refusal names them (409)',
  'code.batch_not_found': 'There is no batch with this cg_idx (404)',
  'code.batch_add_failed': 'Heading of the reason why a batch was not issued',
  'code.batch_save_failed': 'Heading of the reason why a batch was not saved',
  'code.batch_delete_failed': 'Heading of the reason why a batch was not deleted',
  'code.batch_valid_rule': 'The end of a batch is not after its start (422)',
  'code.batch_issuing': 'A batch is changed or deleted while codes are issued into it (409)',
  'code.batch_not_issuing': 'Issuing is stopped where none is under way (409)',
  'code.batch_nothing_missing': 'Issuing is tried again where nothing is missing (409)',
  'code.batch_not_issued': 'The quantity of a batch is changed whose issuing failed or was stopped (409)',
  'code.batch_has_codes': 'A batch with codes is deleted (409)',
  'code.batch_in_use': 'A batch of the sample library is removed while something refers to its codes (409)',
  'code.customer_gone': 'A batch names a customer that is not there (422)',
  'code.collection_gone':
    'A batch names a collection that is not there, or one that is being deleted gets a batch (422)',
  'code.count_rule': 'A quantity would be above the limit, such as after an undo (422)',
  'code.over_already': 'The end of the validity of a new batch, or of a change of codes, has passed (422)',
  'code.issue_failed': 'Heading of the reason why issuing was not tried again',
  'code.cancel_failed': 'Heading of the reason why issuing was not stopped',
  'code.ended_failed': 'Issuing failed while its page was open; the reason follows',
  'code.status_failed': 'The status of a batch whose issuing failed',
  'code.task_failed':
    'On the start page: issuing failed; the reason follows, and the page of the batch offers to try again',
  'code.batch_did_failed': 'An act in the history of a batch: issuing failed',
};
