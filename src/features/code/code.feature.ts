import type { CountedItem } from '#kernel/desk/menu-counts.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { codeChangeRoutes } from './change/code-change.routes.ts';
import { codeChecks } from './code.checks.ts';
import { codeNumeric } from './code.faults.ts';
import { codeMessages } from './code.messages.ts';
import { codeActRecord, codeRecord } from './code.record.ts';
import { foldCodeDaysOften, storeCodeZone } from './code-days.store.ts';
import { findNextEnd } from './code-figures.read.ts';
import { countInState } from './find/code-rows.read.ts';
import { codeListRoutes } from './list/code-list.routes.ts';
import { replacesManyCodes } from './replace/replace-many.service.ts';
import { replaceRoutes } from './replace/replace.routes.ts';

const icons = { issued: 'code', active: 'active', expired: 'expired' } as const;
const letters = { issued: 'i', active: 'v', expired: 'x' } as const;

/** The entries of the side menu for codes by state. */
const codeMenu: readonly CountedItem[] = (['issued', 'active', 'expired'] as const).map((status, index) => ({
  key: `code.menu_${status}`,
  href: `/code?status=${status}`,
  // Highlights this entry on the unfiltered list too, which has no entry of its own.
  also: status === 'issued' ? ['/code'] : [],
  order: 120 + index,
  group: 'codes',
  icon: icons[status],
  letter: letters[status],
  count: {
    kinds: ['code', 'code_batch', 'registration'],
    count: (ctx) => countInState(ctx, status),
    altersAt: findNextEnd,
  },
}));

/** Access codes: their states and figures, how they are found, and what staff change of them. */
export const code: Feature = {
  name: 'code',
  messages: codeMessages,
  personal: [
    {
      name: 'memos',
      table: 'code_batch',
      key: { cg_idx: 'integer' },
      columns: { title: 'text', memo: 'text' },
      at: 'updated_at',
      hasVersion: true,
    },
    {
      name: 'memos',
      table: 'code_act',
      key: { cg_idx: 'integer', act_idx: 'bigint' },
      columns: { memo: 'text' },
      at: 'at',
    },
    {
      name: 'memos',
      table: 'code_delivery',
      key: { del_idx: 'integer' },
      columns: { to: 'text', filter: 'json' },
      at: 'at',
    },
  ],
  menu: codeMenu,
  constraints: {
    code__key: { status: 409, key: 'code.duplicate', field: 'code' },
    code__form_check: { status: 422, key: 'code.form_rule', field: 'code' },
  },
  effects: ['code_change'],
  checks: codeChecks,
  exported: {
    tables: [
      'code',
      'code_act',
      'code_batch',
      'code_change',
      'code_day',
      'code_delivery',
      'code_delivery_lot',
      'code_flow',
      'code_lot',
      'code_withdrawal',
      'code_zone',
    ],
  },
  async register(kernel) {
    await kernel.work.write(systemCaller('code.days'), storeCodeZone, { long: true });
    foldCodeDaysOften(kernel);
    codeListRoutes(kernel);
    codeChangeRoutes(kernel);
    replaceRoutes(kernel);
    kernel.approvals.addRows({ table: 'code_change', key: 'code' });
    kernel.faults.add(codeNumeric(kernel.records));
    kernel.approvals.addActs(replacesManyCodes);
    kernel.records.define(codeRecord(kernel.records), codeActRecord);
  },
};
