import type { Feature } from '#kernel/mount/feature.ts';
import { faultActRecord } from './fault.record.ts';
import { faultTasks } from './fault.home.ts';
import { faultPages } from './fault-pages.routes.ts';
import { faultMessages } from './fault.messages.ts';
import { faultCalls } from './fault.routes.ts';
import { workbenchHref } from './fault.rules.ts';

/** What is wrong with stored records, by its kind, and put right by the hundred. */
export const fault: Feature = {
  name: 'fault',
  messages: faultMessages,
  menu: [{ key: 'fault.heading', href: workbenchHref, order: 55, group: 'catalogue', icon: 'workbench', letter: 'f' }],
  personal: [
    {
      name: 'memos',
      table: 'fault_dismissed',
      key: { fault: 'text', record_id: 'text' },
      columns: { reason: 'text' },
      at: 'at',
    },
  ],
  exported: { tables: ['fault_dismissed'] },
  register(kernel) {
    faultCalls(kernel);
    faultPages(kernel);
    kernel.home.addTasks(faultTasks(kernel));
    kernel.records.define(faultActRecord(kernel.faults));
  },
};
