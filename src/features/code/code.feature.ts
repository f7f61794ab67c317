import type { Feature } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { codeChangeRoutes } from './change/change.routes.ts';
import { codeChecks } from './code.checks.ts';
import { codeMenu } from './code.menu.ts';
import { codeMessages } from './code.messages.ts';
import { codeActRecord, codeRecord } from './code.record.ts';
import { foldCodeDaysOften, storeCodeZone } from './code-days.store.ts';
import { codeListRoutes } from './list/code-list.routes.ts';
import { replaceRoutes } from './replace/replace.routes.ts';

/** Access codes: their states and figures, how they are found, and what staff change of them. */
export const code: Feature = {
  name: 'code',
  messages: codeMessages,
  menu: codeMenu,
  constraints: {
    code__key: { status: 409, key: 'code.duplicate', field: 'code' },
    code__form_check: { status: 422, key: 'code.form_rule', field: 'code' },
  },
  effects: ['code_change'],
  checks: codeChecks,
  async register(kernel) {
    await kernel.work.write(systemCaller('code.days'), storeCodeZone, { long: true });
    foldCodeDaysOften(kernel);
    codeListRoutes(kernel);
    codeChangeRoutes(kernel);
    replaceRoutes(kernel);
    kernel.records.define(codeRecord, codeActRecord);
  },
};
