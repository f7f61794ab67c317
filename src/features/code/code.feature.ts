import type { Feature } from '#kernel/feature.ts';
import { systemCaller } from '#kernel/unit-of-work.ts';
import { codeMessages } from './code.messages.ts';
import { foldCodeDaysOften, keepCodeZone } from './code-days.store.ts';
import { customerCodesCalls, customerCodesPages } from './customer/customer-codes.routes.ts';
import { codeReportCalls, codeReportPages } from './report/code-report.routes.ts';

/** Access codes: batches that customers get, the codes themselves, their changes and reports. */
export const code: Feature = {
  name: 'code',
  messages: codeMessages,
  menu: [
    { key: 'code.report_heading', href: '/code/report', order: 80, group: 'codes', icon: 'history' },
    { key: 'code.purchase_heading', href: '/code/purchase', order: 90, group: 'codes', icon: 'purchase' },
  ],
  constraints: {
    code__key: { status: 409, key: 'code.duplicate', field: 'code' },
    code__form_check: { status: 422, key: 'code.form_rule', field: 'code' },
  },
  async register(kernel) {
    await kernel.work.write(systemCaller('code.days'), keepCodeZone);
    foldCodeDaysOften(kernel);
    customerCodesCalls(kernel);
    customerCodesPages(kernel);
    codeReportCalls(kernel);
    codeReportPages(kernel);
  },
};
