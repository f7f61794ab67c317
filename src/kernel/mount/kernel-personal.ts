import type { PersonalRows } from '../records/personal-rows.ts';

/** What the kernel's own tables may have of learners. Jobs are in the tables of the queue, once it has begun. */
export const kernelPersonal: readonly PersonalRows[] = [
  {
    name: 'trail',
    table: 'audit',
    key: { audit_idx: 'bigint' },
    columns: { before: 'json', after: 'json', reason: 'text' },
    at: 'at',
    beside: ['action', 'entity', 'entity_id'],
  },
  {
    name: 'trail',
    table: 'act_record',
    key: { act_idx: 'bigint', entity: 'text', record_id: 'text' },
    columns: { before: 'json', after: 'json', undo: 'json' },
  },
  {
    name: 'trail',
    table: 'act_part',
    key: { act_idx: 'bigint', entity: 'text', record_id: 'text', part: 'text' },
    columns: { rows: 'json' },
  },
  {
    name: 'memos',
    table: 'version',
    key: { ver_idx: 'integer' },
    columns: { memo: 'text', reason: 'text' },
    at: 'at',
  },
  {
    name: 'answers',
    table: 'idempotency',
    key: { caller: 'text', key: 'text' },
    columns: { answer: 'json' },
    at: 'at',
  },
  {
    name: 'views',
    table: 'saved_view',
    key: { view_idx: 'integer' },
    columns: { query: 'json', name: 'text' },
  },
  {
    name: 'work',
    table: 'bulk_work',
    key: { work_idx: 'integer' },
    columns: { asked: 'json', problem: 'json' },
    at: 'asked_at',
  },
  {
    name: 'work',
    table: 'pgboss.job',
    key: { name: 'text', id: 'uuid' },
    columns: { data: 'json', output: 'json', source_output: 'json' },
    at: 'created_on',
  },
];
