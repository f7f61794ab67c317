import type { Feature } from '#kernel/mount/feature.ts';
import { daySeconds } from '#kernel/work/short-lived.ts';
import { draftCheckup } from './draft.checkup.ts';
import { draftMessages } from './draft.messages.ts';
import { draftRecord } from './draft.record.ts';
import { draftRoutes } from './draft.routes.ts';
import { draftsSetting } from './draft.setting.ts';
import { sealedDraftKey } from './draft-key.service.ts';

/** What a machine drafts for translators: by a provider that staff choose, and never live before a person saves it. */
export const draft: Feature = {
  name: 'draft',
  messages: draftMessages,
  sealed: [sealedDraftKey],
  checkups: [draftCheckup],
  shortLived: [
    {
      table: 'draft_request',
      at: 'requested_at',
      lifetime: 90 * daySeconds,
      index: 'draft_request__at_idx',
      atOnce: 100,
    },
  ],
  exported: {
    tables: ['draft_month', 'draft_request', 'machine_draft'],
    without: { draft_key: 'A key for a provider stays with those who have it.' },
  },
  register(kernel) {
    kernel.settings.add(draftsSetting(kernel));
    kernel.records.define(draftRecord);
    draftRoutes(kernel);
  },
};
