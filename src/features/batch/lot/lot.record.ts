import { sql } from 'kysely';
import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code-batch.public.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { Handed } from './lot.contract.ts';
import { lotEntity, lotOf } from './lot.rules.ts';
import { handLot } from './lot.service.ts';

/** The lots of batches in the trail: to whom each was delivered. */
export const lotRecord: RecordDeclaration = {
  kind: lotEntity,
  label: 'code.field_lot',
  href: (id) => batchHref(lotOf(id).cg_idx),
  titles: async (ctx, ids) => {
    const t = ctx.translate<CodeWords>();
    const { rows } = await sql<{ id: string; title: string; lot: number }>`
      select w.id, b.title, l.lot from unnest(${ids}::text[]) w (id)
      join code_lot l on l.cg_idx = substring(w.id from '^([0-9]{1,9})[.]')::integer
        and l.lot = substring(w.id from '[.]([0-9]{1,9})$')::integer
      join code_batch b using (cg_idx)`.execute(ctx.db);
    return new Map(rows.map(({ id, title, lot }) => [id, `${title}, ${t('code.lot_name', { lot })}`]));
  },
  actions: { updated: 'code.trail_handed' },
  fields: { handed_to: 'code.field_handed_to', handed_on: 'code.field_handed_on' },
  restore: {
    fields: ['handed_to', 'handed_on'],
    related: { handed_to: ['handed_on'], handed_on: ['handed_to'] },
    write: (ctx, id, values) => handLot(ctx, lotOf(id), Handed.parse(values)),
  },
};
