import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kernelPersonal } from '#kernel/mount/kernel-personal.ts';
import { features } from '#src/features.ts';

/*
 * Every column of text or JSON is either declared as one that may name a learner, or stands here, by what it has instead.
 * A new column fails this test until somebody has decided which it is.
 */
const others: Record<string, string> = {
  // The catalogue, and what is prepared for it: nobody writes about a learner there, and the names of readers are words of it.
  ...of('the catalogue', 'age_group category level series word sentence sentence_act_row kept_audio unit_info_row'),
  ...of(
    'the catalogue',
    'book book_act_row book_content book_image book_readiness epub_check kept_content kept_epub_check guide guide_item',
  ),
  ...of(
    'the catalogue',
    'collection collection_cid collection_content collection_image collection_paragraphs collection_price collection_text',
  ),
  ...of('the catalogue', 'import import_file import_made import_plan import_result import_row import_sentence'),
  ...of('the catalogue', 'import_sentence_sheet text_import text_import_cell sheet_heading versioned version.changes'),
  ...of('the catalogue', 'version.summary reservation release release_file release_change.fields release_change.base'),
  // Accounts of staff, and programs.
  ...of(
    'staff',
    'staff staff_device staff_identity staff_mail staff_new_address passkey session sign_in_attempt spreadsheet_account',
  ),
  ...of(
    'staff',
    'spreadsheet_attempt api_key key_use calendar_link code_link preview_link webhook home_mailed task_snooze',
  ),
  ...of('staff', 'task_taken editing mail.address login_failure'),
  ...of(
    'staff',
    'mailing.addresses mailing.created_by mailing.updated_by mailing.source mailing.format mailing.locale mailing.rhythm',
  ),
  // Numbers of records, kinds, states, codes and times of the product's own.
  ...of('the product', 'change change_epoch change_epoch_past due job_progress left_file left_image retention setting'),
  ...of(
    'the product',
    'code code_change code_lot code_zone registration_zone registration.code thread saved_view.list',
  ),
  ...of('the product', 'act_part.part act_record.entity act_record.record_id act_part.entity act_part.record_id'),
  ...of(
    'the product',
    'audit.actor audit.entity audit.entity_id audit.action audit.request_id audit.of_entity audit.of_id',
  ),
  ...of(
    'the product',
    'trail_outlet.problem audit.approved_by bulk_work.name bulk_work.status bulk_work.asked_by bulk_work.href',
  ),
  ...of(
    'the product',
    'idempotency.caller idempotency.key version.entity version.entity_id version.actor customer.cust_id customer.updated_by',
  ),
  ...of('the product', 'code_act.field code_act.actor code_act.left code_batch.currency code_batch.status'),
  ...of(
    'the product',
    'code_batch.valid_after code_leak.actor code_batch.problem code_batch.created_by code_batch.updated_by code_delivery.by code_delivery.as',
  ),
  ...of('the product', 'release_change.kind release_change.record_id release_change.put_by webhook_delivery.msg_id'),
  ...of(
    'the product',
    'webhook_delivery.kind webhook_delivery.id webhook_delivery.state mail.kind mail.locale mail.state',
  ),
  ...of('the product', 'approval.kind approval.status approval.entity approval.entity_id approval.digest'),
  ...of('the product', 'approval.planners approval.created_by approval.decided_by approval.needs'),
  // Names of the keys of assistants.
  ...of('staff', 'approval.assistant audit.assistant audit.key_name'),
  ...of(
    'the product',
    'refused_try.code refused_try.reason refused_try.by_kind refused_try.by_name code_order.currency',
  ),
  ...of('the product', 'code_order.code code_order.former code_order.sold_by'),
  ...of('the catalogue', 'term draft_request machine_draft draft_month'),
  ...of('the product', 'fault_dismissed.fault fault_dismissed.record_id fault_dismissed.digest fault_dismissed.by'),
  ...of('staff', 'draft_key'),
  // Names that staff give to what is sold, and numbers that shops give to their orders.
  ...of('what is sold', 'code_order.order'),
  ...of('what is sold', 'customer.name event'),
  // Computed from columns that are declared.
  ...of('computed', 'customer.search customer.name_sort code_batch.search'),
  // Renamed by the erasure itself.
  ...of('the learner', 'learner'),
};

function of(what: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, what]));
}

const declared = [...features.flatMap(({ personal = [] }) => personal), ...kernelPersonal];

const columns = [...readFileSync('db/schema.sql', 'utf8').matchAll(/^create table (\w+) \((.*?)^\);/gms)].flatMap(
  ([, table = '', body = '']) =>
    [...body.matchAll(/^ {2}(\w+) (?:text\[\]|text|jsonb|json)\b/gm)].map(([, column = '']) => ({ table, column })),
);

describe('A column that may name a learner', () => {
  test('is declared as such, or known to have something else', () => {
    const isDeclared = ({ table, column }: { table: string; column: string }) =>
      declared.some((one) => one.table === table && Object.hasOwn(one.columns, column));
    const undecided = columns.filter(
      (one) => !isDeclared(one) && !others[one.table] && !others[`${one.table}.${one.column}`],
    );
    expect(undecided.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
    expect(columns.length).toBeGreaterThan(300);
  });

  test('is there, and is not told to have something else as well', () => {
    const names = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]));
    const ofTables = declared.flatMap(({ table, columns: own }) =>
      Object.keys(own).map((column) => `${table}.${column}`),
    );
    expect(ofTables.filter((name) => !names.has(name) && !name.startsWith('pgboss.'))).toEqual([]);
    expect(Object.keys(others).filter((name) => !names.has(name))).toEqual([]);
    expect(ofTables.filter((name) => others[name] || others[name.split('.')[0] ?? ''])).toEqual([]);
  });
});
