import { sql } from 'kysely';
import { customerKind } from '#features/customer/customer.public.ts';
import type { OwnedKind } from '#kernel/desk/belongings.ts';
import { labelsOf, namesOf, refsOf, restoredValues, valueLabelsOf } from '#kernel/records/record-fields.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordPart } from '#kernel/records/record-parts.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { ReferenceFinder } from '#kernel/records/references.ts';
import { mailingEntity, mailingHref, newMailingHref } from './mailing.rules.ts';
import { changeMailing, mailingExistence } from './mailing.service.ts';
import { mailingFields } from './mailing-fields.rules.ts';

// How many a refusal lists by name.
const named = 3;

/** The statements of a customer that are mailed. */
const mailedStatements: ReferenceFinder = {
  of: customerKind,
  reason: 'mailing.keeps_customer',
  find: async (ctx, ids) => {
    const { rows } = await sql<{ mailing_idx: number; name: string; count: number }>`
      select mailing_idx, name, count(*) over () as count from mailing
      where cust_idx = any(${ids.map(Number)}::integer[]) order by mailing_idx limit ${sql.lit(named)}`.execute(ctx.db);
    const first = rows.map(({ mailing_idx, name }) => ({
      label: name,
      kind: 'mailing.kind',
      href: mailingHref(mailing_idx),
    }));
    return { count: rows[0]?.count ?? 0, first };
  },
  referenced: async (ctx, ids) => {
    const { rows } = await sql<{ id: string }>`
      select distinct cust_idx::text as id from mailing where cust_idx = any(${ids}::integer[])`.execute(ctx.db);
    return rows.map(({ id }) => id);
  },
};

const offer = { label: 'mailing.offer', done: 'mailing.created' } as const;

/** The button on a report, to whose address its filter is added, and on the statements of a customer. */
const offers: readonly RecordPart[] = [
  { of: 'report', act: { ...offer, href: (source) => newMailingHref({ source }) } },
  { of: 'statement', act: { ...offer, href: (cust_idx) => newMailingHref({ source: 'statement', cust_idx }) } },
];

/** Without a mail server, nothing can be mailed, and no screen offers it. */
export const mailingRecord = ({ config }: Pick<Kernel, 'config'>): RecordDeclaration => ({
  kind: mailingEntity,
  label: 'mailing.kind',
  href: mailingHref,
  titles: { table: 'mailing', key: 'mailing_idx', title: 'name' },
  references: [mailedStatements],
  parts: config.mail ? offers : [],
  refs: Object.fromEntries(Object.entries(refsOf(mailingFields)).map(([name, of]) => [name, () => of])),
  existence: mailingExistence,
  byPeople: true,
  restore: {
    fields: namesOf(mailingFields),
    write: (ctx, id, values) => changeMailing(ctx, Number(id), restoredValues(mailingFields, values)),
  },
  actions: { sent: 'mailing.did_send' },
  fields: labelsOf(mailingFields),
  values: valueLabelsOf(mailingFields),
});

/** Whose reports are mailed: somebody else goes on with them. */
export const ownMailings: OwnedKind = {
  entity: mailingEntity,
  label: 'mailing.heading',
  table: 'mailing',
  key: 'mailing_idx',
  owner: 'created_by',
  isOpen: () => sql<boolean>`active`,
  title: sql<string>`name`,
  href: mailingHref,
};
