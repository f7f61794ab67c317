import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/**
 * The address of the card of the code that an order of a shop has now, for the finder. Null if no shop has an order of
 * that number, or several have: which one is meant is on the pages of the customers.
 */
export async function findOrderHref({ db }: Context, text: string): Promise<string | null> {
  // The number alone has no index, and a key may have been revoked since: from key to key, which are few, in theirs.
  const { rows } = await sql<{ code: string }>`
    with recursive sellers as (
      select min(key_idx) as key_idx from code_order
      union all
      select (select min(o.key_idx) from code_order o where o.key_idx > s.key_idx) from sellers s where s.key_idx is not null
    )
    select o.code from sellers s join code_order o on o.key_idx = s.key_idx and o."order" = ${text} limit 2`.execute(
    db,
  );
  const [found, another] = rows;
  return found && !another ? `/card?${new URLSearchParams({ text: found.code })}` : null;
}
