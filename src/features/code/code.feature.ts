import type { Feature } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { batchCalendar, expiryCalendar } from './batch/batch.calendar.ts';
import { batchRecord } from './batch/batch.record.ts';
import { batchPages, batchRoutes } from './batch/batch.routes.ts';
import { batchSample } from './batch/batch.sample.ts';
import { codeFigures, findUnissued } from './batch/batch-home.read.ts';
import { codeChangeRoutes } from './change/change.routes.ts';
import { codeChecks } from './code.checks.ts';
import { codeMenu } from './code.menu.ts';
import { codeMessages } from './code.messages.ts';
import { foldCodeDaysOften, storeCodeZone } from './code-days.store.ts';
import { customerCodesCalls, customerCodesPages } from './customer/customer-codes.routes.ts';
import { deliveryRecord, deliveryRoutes } from './delivery/delivery.routes.ts';
import { batchHistoryCalls } from './history/batch-history.routes.ts';
import { codeActRecord, codeRecord } from './list/code.record.ts';
import { codeListRoutes } from './list/code-list.routes.ts';
import { lotCalls } from './lot/lot.routes.ts';
import { linkRecord, linkRoutes } from './partner/link.routes.ts';
import { partnerRoutes } from './partner/partner.routes.ts';
import { codeUrl } from './print/code-url.setting.ts';
import { quantityCalls, quantityPages } from './quantity/quantity.routes.ts';
import { replaceRoutes } from './replace/replace.routes.ts';
import { codeReportCalls, codeReportPages } from './report/code-report.routes.ts';
import { statementCalls, statementPages } from './statement/statement.routes.ts';
import { findWarnings } from './warnings/warnings.read.ts';

/** Access codes: the batches issued to customers, the codes themselves, their changes and reports. */
export const code: Feature = {
  name: 'code',
  messages: codeMessages,
  menu: [
    { key: 'code.report_heading', href: '/code/report', order: 80, group: 'codes', icon: 'history', isRare: true },
    { key: 'code.purchase_heading', href: '/code/purchase', order: 90, group: 'codes', icon: 'purchase', isRare: true },
    ...codeMenu,
  ],
  constraints: {
    code__key: { status: 409, key: 'code.duplicate', field: 'code' },
    code__form_check: { status: 422, key: 'code.form_rule', field: 'code' },
    code_batch__cust_idx_fkey: { status: 422, key: 'code.customer_gone', field: 'cust_idx' },
    code_batch__cidx_fkey: { status: 422, key: 'code.collection_gone', field: 'cidx' },
    code_batch__count_check: { status: 422, key: 'code.count_rule', field: 'count' },
  },
  effects: ['code_change'],
  checks: codeChecks,
  async register(kernel) {
    await kernel.work.write(systemCaller('code.days'), storeCodeZone, { long: true });
    foldCodeDaysOften(kernel);
    codeListRoutes(kernel);
    codeChangeRoutes(kernel);
    replaceRoutes(kernel);
    deliveryRoutes(kernel);
    linkRoutes(kernel);
    await partnerRoutes(kernel);
    kernel.settings.add(codeUrl);
    customerCodesCalls(kernel);
    customerCodesPages(kernel);
    statementCalls(kernel);
    statementPages(kernel);
    codeReportCalls(kernel);
    codeReportPages(kernel);
    batchRoutes(kernel);
    batchPages(kernel);
    lotCalls(kernel);
    batchHistoryCalls(kernel);
    quantityCalls(kernel);
    quantityPages(kernel);
    kernel.records.define(codeRecord, codeActRecord, batchRecord, deliveryRecord, linkRecord);
    kernel.samples.add(batchSample(kernel.references));
    for (const source of [expiryCalendar, batchCalendar]) kernel.calendar.add(source);
    kernel.home.addTasks(findUnissued);
    kernel.home.addTasks((ctx) => findWarnings(ctx));
    for (const figure of codeFigures) kernel.home.addFigure(figure);
  },
};
