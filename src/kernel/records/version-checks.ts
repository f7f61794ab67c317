import { sql } from 'kysely';
import type { DataCheck } from '../work/data-check.ts';

/** The rows of `retention` that say that the beginning of the trail, up to an act, and of versions was removed. */
export const trailKind = 'audit';
export const versionsKind = 'version';

/** Whether the beginning of a kind was removed, as staff have set how long it is kept. */
const isPruned = (kind: string) => sql`exists (select from retention where kind = ${kind}::text)`;

const mend = 'Restore the versions of this record from a backup: earlier states are computed from them.';

/** What always holds of the versions of records. */
export const versionChecks: readonly DataCheck[] = [
  {
    name: 'version',
    rule: 'The versions of each record that are kept are numbered without gaps, and the newest is the one its state belongs to.',
    mend,
    differing: sql`
      select format('%s %s', entity, entity_id) as record,
        format('%s versions to number %s, newest %s', coalesce(count, 0), coalesce(last, 0), coalesce(newest, 0)) as stored,
        format('%s versions, newest %s', coalesce(last - first + 1, 0), coalesce(head, 0)) as expected
      from (
        select entity, entity_id, count(*) as count, case when ${isPruned(versionsKind)} then min(number) else 1 end as first,
          max(number) as last, max(ver_idx) as newest, count(distinct number) as numbers
        from version group by 1, 2
      ) made full join (select entity, entity_id, ver_idx as head from versioned) kept using (entity, entity_id)
      where coalesce(newest, 0) is distinct from head or coalesce(count, 0) <> coalesce(last - first + 1, 0) or numbers <> count`,
  },
  {
    name: 'versioned',
    rule: 'The state of each record is the one its newest version led to.',
    mend,
    differing: sql`
      select format('%s %s, %s', entity, entity_id, array_to_string(path, '.')) as record,
        left((state #> path)::text, 80) as stored, left((change -> 'after')::text, 80) as expected
      from versioned join version using (entity, entity_id, ver_idx), jsonb_array_elements(changes) change,
        lateral (select array(select jsonb_array_elements_text(change -> 'path')) as path) at
      where state ? path[1] and state #> path is distinct from change -> 'after'`,
  },
  {
    name: 'version.audit',
    rule: 'Each version has a line of the audit trail of the same moment.',
    mend: 'Lines of the audit trail were removed. Read them from a backup.',
    differing: sql`
      select format('%s %s, version %s', v.entity, v.entity_id, v.number) as record, 'no line' as stored,
        to_char(v.at, 'YYYY-MM-DD HH24:MI:SS TZ') as expected
      from version v where not exists (select from audit a where a.at = v.at)
        and v.at >= coalesce((select min(at) from audit where ${isPruned(trailKind)}), '-infinity')`,
  },
];
