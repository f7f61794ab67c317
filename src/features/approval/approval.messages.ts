import { defineMessages } from '#kernel/messages/messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const approvalMessages = defineMessages({
  en,
  es,
  jp,
  ko,
  tr,
  causes: {
    'approval.limit': 'A limit of `second_person` is below 1 (400)',
    'approval.not_found': 'There is no plan with this number (404)',
    'approval.own': 'The caller has planned it, or a part of it (403)',
    'approval.not_own': 'The caller has not planned it (403)',
    'approval.stale': 'The plan is another than the one that was looked at (409)',
    'approval.not_shown': 'A preview of a plan is opened that cannot be applied any more as it was planned (409)',
    'approval.has_time': 'A release or scheduled change is cancelled itself (409)',
    'approval.nothing_changes': 'What an assistant proposes would change nothing (409)',
    'approval.too_many_open': 'Too many proposals of this assistant wait (409)',
    'approval.not_alone':
      'A person edits a proposal, and its call cannot leave that out or give it another value by itself (409)',
    'approval.not_edited': 'The plan is of a person, not of an assistant (409)',
    'approval.needs_two': 'There is only one administrator (409)',
    'approval.planner_gone': 'Who planned it is no administrator any more (409)',
    'approval.approver_gone': 'Who approved it is no administrator any more (409)',
    'approval.was_approved': 'Somebody else was first (409)',
    'approval.was_applied': 'Somebody else was first (409)',
    'approval.was_overridden': 'It was applied without another person (409)',
    'approval.was_returned': 'It was sent back (409)',
    'approval.was_withdrawn': 'It was retracted (409)',
  },
});

export type ApprovalWords = typeof approvalMessages.words;
