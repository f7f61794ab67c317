import type { Feature } from '#kernel/mount/feature.ts';
import { approvalTasks } from './approval.home.ts';
import { approvalMails } from './approval.mail.ts';
import { approvalMessages } from './approval.messages.ts';
import { approvalRecord, ownPlans } from './approval.record.ts';
import { approvalRoutes } from './approval.routes.ts';
import { shortLivedApprovals } from './approval.store.ts';
import { judgeOf } from './judge.service.ts';
import { isMadeLaxer } from './second-person.service.ts';
import { secondPerson } from './second-person.setting.ts';

/** Acts that need another person: they are planned, wait, and are applied when somebody else approves them. */
export const approval: Feature = {
  name: 'approval',
  messages: approvalMessages,
  personal: [
    {
      name: 'approvals',
      table: 'approval',
      key: { appr_idx: 'integer' },
      columns: {
        call: 'json',
        plan: 'json',
        given: 'json',
        edits: 'json',
        pages: 'json',
        title: 'text',
        message: 'text',
        why: 'text',
      },
      // The other ID of a move or a merge.
      keys: ['to', 'into'],
      at: 'created_at',
    },
  ],
  shortLived: [shortLivedApprovals],
  exported: { tables: ['approval'] },
  register(kernel) {
    const { approvals, mails, work } = kernel;
    kernel.settings.add(secondPerson);
    mails.define(...approvalMails);
    kernel.records.define(approvalRecord);
    kernel.belongings.add(ownPlans);
    kernel.home.addTasks(approvalTasks(approvals));
    approvals.addActs({ rule: 'second_person', counts: (entry) => (isMadeLaxer(entry) ? 1 : 0) });
    work.judgeWith(judgeOf(kernel));
    approvalRoutes(kernel);
  },
};
