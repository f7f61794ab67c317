import type { Feature } from '#kernel/mount/feature.ts';
import { customerCodesCalls, customerCodesPages } from './customer/customer-codes.routes.ts';
import { statementCalls, statementPages } from './monthly/statement.routes.ts';
import { codeReportCalls, codeReportPages } from './report/code-report.routes.ts';
import { statementRecord } from './statement.record.ts';
import { findWarnings } from './warnings/warnings.read.ts';

/** What customers have of codes: their batches, statements and warnings; the history and the purchases of all batches. */
export const statement: Feature = {
  name: 'statement',
  wordsOf: 'code',
  menu: [
    { key: 'code.report_heading', href: '/code/report', order: 80, group: 'codes', icon: 'history', letter: 'y' },
    { key: 'code.purchase_heading', href: '/code/purchase', order: 90, group: 'codes', icon: 'purchase', letter: 'd' },
  ],
  register(kernel) {
    customerCodesCalls(kernel);
    customerCodesPages(kernel);
    statementCalls(kernel);
    statementPages(kernel);
    codeReportCalls(kernel);
    codeReportPages(kernel);
    kernel.records.define(statementRecord);
    kernel.home.addTasks((ctx) => findWarnings(ctx));
  },
};
