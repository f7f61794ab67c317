import { sql } from 'kysely';
import type { FaultKind } from '#kernel/desk/faults.ts';
import { changedBySpreadsheet } from '#kernel/text/spreadsheet-fault.rules.ts';
import { batchEntity } from './code-batch.rules.ts';
import { codeEntity } from './code.rules.ts';

/** An unused code of which a spreadsheet makes a number or a date. Codes are drawn without these today. */
export const codeNumeric: FaultKind = {
  fault: 'code_numeric',
  group: 'codes',
  name: 'fault.code_numeric',
  says: 'fault.code_numeric_says',
  entity: codeEntity,
  follows: [codeEntity, batchEntity],
  // The first pattern, which any of them of twelve characters has, spares most codes the other: a fifth of the time.
  find: sql`
    select c.issued_at as place, c.code as id, c.code as title, jsonb_build_object('code', c.code) as about,
      u.name || ' · ' || b.title as line
    from code c join code_batch b using (cg_idx) join customer u using (cust_idx)
    where c.code ~ '^([0-9].*[0-9]|[A-Z]+[0-9]+)$' and c.code ~* ${sql.lit(changedBySpreadsheet)}
      and c.activated_date = 0 and c.is_canceled = 0 and (c.ends_at = 0 or c.ends_at > code_now())`,
};
