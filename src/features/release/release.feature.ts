import { countOverdue } from '#kernel/changesets/due.store.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { releaseSets } from './apply/release-queue.service.ts';
import { findAwaitedFiles } from './changes/change.store.ts';
import { findStaged } from './changes/staged.read.ts';
import { appliesRelease, judgedReleases } from './release.approval.ts';
import { releaseCalendar } from './release.calendar.ts';
import { countOpen, releaseTasks } from './release.home.ts';
import { releaseMessages } from './release.messages.ts';
import { ownReleases, releaseRecord } from './release.record.ts';
import { releaseRoutes } from './release.routes.ts';
import { releaseEntity } from './release.rules.ts';
import { releasePages } from './release-pages.routes.ts';

/** Releases: changes of many records that take effect together, at a time or when staff apply them. */
export const release: Feature = {
  name: 'release',
  messages: releaseMessages,
  personal: [
    {
      name: 'memos',
      table: 'release_change',
      key: { chg_idx: 'integer' },
      columns: { reason: 'text' },
      at: 'put_at',
    },
  ],
  menu: [
    {
      key: 'release.heading',
      href: '/release',
      order: 42,
      group: 'sales',
      icon: 'release',
      letter: 'r',
      words: 'release.words',
      count: { kinds: [releaseEntity], count: countOpen },
    },
  ],
  constraints: {
    release_change__rel_idx_fkey: { status: 404, key: 'release.not_found' },
  },
  gauges: [
    {
      name: 'due_releases_overdue',
      help: 'Releases not applied seconds after their time',
      count: (db) => countOverdue(db, releaseEntity),
    },
  ],
  exported: { tables: ['release', 'release_change', 'release_file'] },
  register(kernel) {
    releaseRoutes(kernel);
    releasePages(kernel);
    kernel.changeSets.schedule(releaseSets(kernel.changeSets));
    kernel.records.define(releaseRecord(kernel));
    kernel.belongings.add(ownReleases);
    kernel.approvals.addActs(appliesRelease);
    kernel.approvals.addSets(judgedReleases(kernel));
    kernel.home.addTasks(releaseTasks(kernel));
    kernel.calendar.add(releaseCalendar(kernel));
    kernel.changeSets.findsStaged(findStaged);
    kernel.files.awaitedBy(findAwaitedFiles);
  },
};
