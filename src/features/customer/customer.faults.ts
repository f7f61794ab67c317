import { sql } from 'kysely';
import type { FaultKind } from '#kernel/desk/faults.ts';
import { customerKind } from './customer.public.ts';

/** A customer whose name another has too, but for capitals, accents, hyphens and blanks. */
export const customerTwice: FaultKind = {
  fault: 'customer_twice',
  group: 'codes',
  name: 'fault.customer_twice',
  says: 'fault.customer_twice_says',
  entity: customerKind,
  follows: [customerKind],
  find: sql`
    select c.cust_idx as place, c.cust_idx::text as id, c.name as title, jsonb_build_object('names', c.names) as about,
      c.ids as line
    from (
      select *, count(*) over alike as count, string_agg(name, E'\n') over alike as names, string_agg(cust_id, ', ') over alike as ids
      from customer window alike as (partition by regexp_replace(strip(name), '\\s', '', 'g'))
    ) c where c.count > 1`,
};
