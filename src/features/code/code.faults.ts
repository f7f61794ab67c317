import { sql } from 'kysely';
import type { FaultKind } from '#kernel/desk/faults.ts';
import type { Records } from '#kernel/records/records.ts';
import { batchEntity } from './code-batch.rules.ts';
import { codeEntity } from './code.rules.ts';
import { replacesCodes } from './replace/replace-many.service.ts';

/** An unused code of which a spreadsheet makes a number or a date. Codes are drawn without these today. */
export const codeNumeric = (records: Records): FaultKind => ({
  fault: 'code_numeric',
  group: 'codes',
  name: 'fault.code_numeric',
  says: 'fault.code_numeric_says',
  entity: codeEntity,
  follows: [codeEntity, batchEntity],
  // The first line is the condition of an index: no other code is read.
  find: sql`
    select c.issued_at as place, c.code as id, c.code as title, jsonb_build_object('code', c.code) as about,
      u.name || ' · ' || b.title as line
    from code c join code_batch b using (cg_idx) join customer u using (cust_idx)
    where c.activated_date = 0 and c.is_canceled = 0 and is_changed_by_spreadsheet(c.code)
      and (c.ends_at = 0 or c.ends_at > code_now())`,
  act: {
    verb: 'replaced',
    did: 'fault.did_replace',
    asks: 'fault.code_numeric_asks',
    ...replacesCodes(records),
  },
});
