import { sql } from 'kysely';
import { type ExportedTables, unknownHash } from '../work/exported-tables.ts';

const ofTheFeed = 'Changes are numbered within one database; whoever follows them reads everything again after a move.';

/** What an export has of the kernel's own tables, and of the queue's. */
export const kernelExported: ExportedTables = {
  tables: [
    'act_part',
    'act_record',
    'api_key',
    'audit',
    'bulk_work',
    'due',
    'left_file',
    'left_image',
    'pgboss.job',
    'pgboss.queue',
    'retention',
    'saved_view',
    'saved_view_reader',
    'setting',
    'sheet_heading',
    'version',
    'versioned',
  ],
  without: {
    'api_key.key_hash': 'A key opens one office. Its name and its scope stay, and it has ended.',
    change: ofTheFeed,
    change_epoch: ofTheFeed,
    change_epoch_past: ofTheFeed,
    editing: 'Who has which form open is of the moment.',
    idempotency: 'Answers that are kept for a day, for calls that are made again.',
    job_progress: 'Progress is of the moment.',
  },
  filled: {
    'api_key.key_hash': unknownHash,
    'api_key.expires_at': sql`least(expires_at, now())`,
  },
};
