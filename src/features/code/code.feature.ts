import type { Feature } from '#kernel/feature.ts';
import { systemCaller } from '#kernel/unit-of-work.ts';
import { codeChangeRoutes } from './change/change.routes.ts';
import { codeMenu } from './code.menu.ts';
import { codeMessages } from './code.messages.ts';
import { foldCodeDaysOften, keepCodeZone } from './code-days.store.ts';
import { codeListRoutes } from './list/code-list.routes.ts';
import { codeLinks } from './list/code-links.ts';
import { customerCodesCalls, customerCodesPages } from './customer/customer-codes.routes.ts';
import { codeReportCalls, codeReportPages } from './report/code-report.routes.ts';

/** Access codes: batches that customers get, the codes themselves, their changes and reports. */
export const code: Feature = {
  name: 'code',
  messages: codeMessages,
  menu: [
    { key: 'code.report_heading', href: '/code/report', order: 80, group: 'codes', icon: 'history' },
    { key: 'code.purchase_heading', href: '/code/purchase', order: 90, group: 'codes', icon: 'purchase' },
    ...codeMenu,
  ],
  constraints: {
    code__key: { status: 409, key: 'code.duplicate', field: 'code' },
    code__form_check: { status: 422, key: 'code.form_rule', field: 'code' },
  },
  async register(kernel) {
    await kernel.work.write(systemCaller('code.days'), keepCodeZone);
    foldCodeDaysOften(kernel);
    codeListRoutes(kernel);
    codeChangeRoutes(kernel);
    codeLinks(kernel);
    customerCodesCalls(kernel);
    customerCodesPages(kernel);
    codeReportCalls(kernel);
    codeReportPages(kernel);
  },
};
