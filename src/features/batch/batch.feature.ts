import type { Feature } from '#kernel/mount/feature.ts';
import { batchCalendar, expiryCalendar } from './batch.calendar.ts';
import { batchRecord } from './batch.record.ts';
import { batchPages, batchRoutes } from './batch.routes.ts';
import { batchSample } from './batch.sample.ts';
import { codeFigures, findUnissued } from './batch-home.read.ts';
import { issuesCodes } from './batch.approval.ts';
import { batchHistoryCalls } from './history/batch-history.routes.ts';
import { lotRecord } from './lot/lot.record.ts';
import { lotCalls, lotPages } from './lot/lot.routes.ts';
import { quantityCalls, quantityPages } from './quantity/quantity.routes.ts';

/** The batches of codes that customers get: how they are issued, their lots, quantity and history. */
export const batch: Feature = {
  name: 'batch',
  wordsOf: 'code',
  constraints: {
    code_batch__cust_idx_fkey: { status: 422, key: 'code.customer_gone', field: 'cust_idx' },
    code_batch__cidx_fkey: { status: 422, key: 'code.collection_gone', field: 'cidx' },
    code_batch__count_check: { status: 422, key: 'code.count_rule', field: 'count' },
  },
  register(kernel) {
    batchRoutes(kernel);
    batchPages(kernel);
    lotCalls(kernel);
    lotPages(kernel);
    batchHistoryCalls(kernel);
    quantityCalls(kernel);
    quantityPages(kernel);
    kernel.records.define(batchRecord(kernel.storage), lotRecord);
    kernel.samples.add(batchSample(kernel.references));
    for (const source of [expiryCalendar, batchCalendar]) kernel.calendar.add(source);
    kernel.approvals.addActs(issuesCodes);
    kernel.home.addTasks(findUnissued);
    for (const figure of codeFigures) kernel.home.addFigure(figure);
  },
};
