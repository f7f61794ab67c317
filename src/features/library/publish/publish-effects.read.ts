import { sql } from 'kysely';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { PlannedEffects } from '#kernel/desk/approvals.ts';

/** How many books readers see afterwards, or no longer. */
interface Figures {
  appear: number;
  disappear: number;
}

/** What planned work on books means for readers. */
export const publishEffects: PlannedEffects<Figures> = {
  name: 'book',
  async count(ctx, { entries, acts }) {
    const own = entries
      .filter(({ entity }) => entity === 'book')
      .map(({ id, before = null, after = null }) => ({ bid: String(id), before, after }));
    const { rows } = await sql<Figures>`
      with changed as (
        select * from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as e (bid text, before jsonb, after jsonb)
        union all select record_id, before, after from act_record
        where act_idx = any(${acts}::bigint[]) and entity = 'book'
      ), turned as (
        select coalesce((before ->> 'published')::boolean, false) as was, b.published_at is not null as is_seen
        from changed left join book b using (bid)
        where before is null and after is not null or before ? 'published'
      )
      select count(*) filter (where is_seen and not was)::integer as appear,
        count(*) filter (where was and not is_seen)::integer as disappear from turned`.execute(ctx.db);
    const { appear = 0, disappear = 0 } = rows[0] ?? {};
    return appear + disappear > 0 ? { appear, disappear } : null;
  },
  describe(ctx, { appear, disappear }) {
    const t = ctx.translate<BookWords>();
    return [
      ...(appear > 0 ? [t('book.effect_appear', { count: appear })] : []),
      ...(disappear > 0 ? [t('book.effect_disappear', { count: disappear })] : []),
    ];
  },
};
