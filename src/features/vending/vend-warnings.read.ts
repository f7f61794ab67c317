import { sql } from 'kysely';
import { batchHref } from '#features/code/code-batch.public.ts';
import { figuresOf } from '#features/code/code-figures.public.ts';
import { listKeys } from '#kernel/auth/api-keys.ts';
import { shownTasks, type Task } from '#kernel/desk/home.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { VendingWords } from './vending.messages.ts';

/** Keys of a customer, or that sell from a batch; of neither, all. */
interface Of {
  cust_idx?: number;
  cg_idx?: number;
}

interface NearEnd {
  key_idx: number;
  drawn: number;
  quota: number;
  /** How many codes its batches have to sell, and how many they had, those that were sold included. */
  left: number;
  stock: number;
  batch: number;
}

/**
 * The shops that will soon get no more codes: 90 % of the quota of their key, or of the codes that its batches had to sell, are
 * used. The most urgent first.
 */
export async function findVendWarnings(ctx: Context, { cust_idx, cg_idx }: Of = {}): Promise<Task[]> {
  const t = ctx.translate<VendingWords>();
  const now = inSeconds(ctx.now);
  const keys = (await listKeys(ctx)).filter(
    ({ scope, expires_at: end }) => scope === 'vend' && (end === 0 || end > now),
  );
  if (keys.length === 0) return [];
  const names = new Map(keys.map(({ key_idx: id, name }) => [id, name]));
  const { rows } = await sql<NearEnd>`
    with figures as materialized (
      ${figuresOf(ctx, sql<boolean>`exists (select from vend_key s where b.cg_idx = any(s.batches))`)}
    ),
    orders as materialized (
      select o.cg_idx, count(*)::integer as sold, count(*) filter (where c.activated_date = 0 and c.is_canceled = 0
        and (c.ends_at = 0 or c.ends_at > ${now}))::integer as unused
      from code_order o join code c on c.code = o.code
      where o.returned_at = 0 and exists (select from vend_key s where o.cg_idx = any(s.batches)) group by 1
    )
    select k.key_idx, k.drawn, k.quota, s.unused as left, s.unused + s.sold as stock,
      k.batches[cardinality(k.batches)] as batch
    from vend_key k cross join lateral (
      select coalesce(sum(f.issued), 0)::integer - coalesce(sum(o.unused), 0)::integer as unused,
        coalesce(sum(o.sold), 0)::integer as sold
      from figures f left join orders o using (cg_idx) where f.cg_idx = any(k.batches)
    ) s
    where k.key_idx = any(${[...names.keys()]}::integer[])
      and (10 * k.drawn >= 9 * k.quota or 10 * s.unused <= s.unused + s.sold)
      and ${cg_idx === undefined ? sql`true` : sql`${cg_idx}::integer = any(k.batches)`}
      and ${
        cust_idx === undefined
          ? sql`true`
          : sql`exists (select from code_batch b where b.cg_idx = any(k.batches) and b.cust_idx = ${cust_idx})`
      }
    order by least(k.quota - k.drawn, s.unused), k.key_idx limit ${sql.lit(shownTasks)}`.execute(ctx.db);
  return rows.flatMap(({ key_idx: id, drawn, quota, left, stock, batch }) => {
    const name = names.get(id) ?? '';
    const ofQuota: Task = {
      kind: 'vending.tasks_quota',
      id,
      name,
      level: drawn >= quota ? 'problem' : 'warning',
      title: t('vending.task_quota', { name, left: quota - drawn }),
      line: t('vending.task_quota_line', { drawn, quota }),
      href: `/settings/keys/edit/${id}`,
      act: t('vending.task_quota_act'),
    };
    const ofBatches: Task = {
      kind: 'vending.tasks_stock',
      id,
      name,
      level: left === 0 ? 'problem' : 'warning',
      title: t('vending.task_stock', { name, left }),
      line: t('vending.task_stock_line', { sold: stock - left, stock }),
      href: batchHref(batch),
      act: t('vending.task_stock_act'),
    };
    return [...(10 * drawn >= 9 * quota ? [ofQuota] : []), ...(10 * left <= stock ? [ofBatches] : [])];
  });
}
