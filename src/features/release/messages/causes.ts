/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'release.status_failed': 'The state of a release that could not be applied at its time',
  'release.not_found': 'There is no release with this number (404)',
  'release.change_not_found': 'A change that is decided or taken out is not in the release (404)',
  'release.was_applied': 'A release that was applied is changed, applied or cancelled (409)',
  'release.was_cancelled': 'A release that was cancelled is changed or applied (409)',
  'release.record_gone': 'The conflict of a change is decided, but its record was deleted (409)',
  'release.time_past': 'The time of a release passed more than a minute ago (422)',
  'release.files_gone':
    'The cancelling of a release is undone over a day later, and its changes name files, such as a cover (409)',
  'release.empty': 'A release without changes is applied (409), or its time comes',
  'release.no_fields': 'A change that sets nothing is put into a release (422)',
  'release.full': 'A release would have too many changes (422)',
  'release.ruled_out':
    'A release is applied (409) that sets a field which another one rules out by now, such as a label of a collection that is not for schools',
  'release.undecided': 'A release with an undecided conflict is applied (409), or its time comes: it fails and waits',
  'release.why_undecided': 'The reason of a failed release in the trail: a conflict was undecided at its time',
  'release.task_failed':
    'Shown on the start page for each release that could not be applied at its time, with its reason',
  'release.tasks_failed': 'Shown on the start page for several releases that could not be applied at their times',
  'release.save_failed': 'A release could not be added, renamed or scheduled; the reason follows',
  'release.apply_failed': 'A release could not be applied; the reason follows',
  'release.act_failed': 'A release could not be cancelled or copied, or a change not taken out; the reason follows',
  'release.decide_failed': 'The decision of a conflict could not be saved; the reason follows',
  'release.nothing_staged': 'The dialog for putting a change into a release was opened by its link, without a change',
};
