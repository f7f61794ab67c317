import { sql } from 'kysely';
import { readBody } from '#features/book/book-fields.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { BookChange } from './book-bulk.contract.ts';
import type { FieldChange } from './book-change.store.ts';

/** Resolves a change; rejected if its value does not exist or is invalid. */
export async function readChange(db: Database, change: BookChange): Promise<FieldChange> {
  if ('ser_idx' in change) return toSeries(db, change.ser_idx);
  if ('lev_idx' in change) return toLevel(db, change.lev_idx);
  if ('cat_idx' in change) return toCategory(db, change.cat_idx);
  if ('grp_idx' in change) return toAgegroup(db, change.grp_idx);
  return toText(change);
}

/** Books that move to another series take its level with the same title, if there is one. */
async function toSeries(db: Database, serIdx: number): Promise<FieldChange> {
  const found = await db.selectFrom('series').select('title').where('ser_idx', '=', serIdx).executeTakeFirst();
  if (!found) throw bookMessages.errorWith(422, 'book.series_gone', { field: 'change' });
  const level = sql`(
    select there.lev_idx from level here join level there on there.ser_idx = ${serIdx} and there.title = here.title
    where here.lev_idx = b.lev_idx)`;
  return {
    sets: { ser_idx: sql`${serIdx}::integer`, lev_idx: level },
    after: { series: found.title },
    differing: sql`array['series']`,
    differs: sql`b.ser_idx <> ${serIdx}`,
    fits: sql`${level} is not null`,
  };
}

async function toLevel(db: Database, levIdx: number): Promise<FieldChange> {
  const found = await db
    .selectFrom('level as l')
    .innerJoin('series as s', 's.ser_idx', 'l.ser_idx')
    .select(['l.ser_idx', 'l.title as level', 's.title as series'])
    .where('l.lev_idx', '=', levIdx)
    .executeTakeFirst();
  if (!found) throw bookMessages.errorWith(422, 'book.level_gone', { field: 'change' });
  const { ser_idx: serIdx, level, series } = found;
  return {
    sets: { ser_idx: sql`${serIdx}::integer`, lev_idx: sql`${levIdx}::integer` },
    after: { series, level },
    differing: sql`case when b.ser_idx = ${serIdx} then array['level'] else array['series', 'level'] end`,
    differs: sql`b.lev_idx <> ${levIdx}`,
    fits: sql`true`,
  };
}

async function toCategory(db: Database, catIdx: number | null): Promise<FieldChange> {
  if (catIdx === null) return setTo(category, null);
  const found = await db.selectFrom('category').select('title').where('cat_idx', '=', catIdx).executeTakeFirst();
  if (!found) throw bookMessages.errorWith(422, 'book.category_gone', { field: 'change' });
  return setTo(category, catIdx, found.title);
}

async function toAgegroup(db: Database, grpIdx: number | null): Promise<FieldChange> {
  if (grpIdx === null) return setTo(agegroup, null);
  const found = await db.selectFrom('age_group').select('title').where('grp_idx', '=', grpIdx).executeTakeFirst();
  if (!found) throw bookMessages.errorWith(422, 'book.agegroup_gone', { field: 'change' });
  return setTo(agegroup, grpIdx, found.title);
}

/** The rule of the field normalizes the text, as in the editor. */
function toText(change: { language: string | null } | { format: string }): FieldChange {
  const { columns, problems } = readBody({ ...change });
  const [problem] = Object.values(problems);
  if (problem) throw new AppError(400, 'invalid.input', undefined, { fields: { change: problem } });
  const [[name, value] = ['', null]] = Object.entries(columns);
  return setTo({ field: name, column: name, type: 'text' }, value, String(value ?? ''));
}

interface Setting {
  field: string;
  column: string;
  type: 'integer' | 'text';
}

const category: Setting = { field: 'category', column: 'cat_idx', type: 'integer' };
const agegroup: Setting = { field: 'age_group', column: 'grp_idx', type: 'integer' };

/** `text` is how the value reads; empty if there is none. */
function setTo({ field, column, type }: Setting, value: string | number | null, text = ''): FieldChange {
  const stored = sql`${value}::${sql.raw(type)}`;
  return {
    sets: { [column]: stored },
    after: { [field]: text },
    differing: sql`array[${sql.lit(field)}]`,
    differs: sql`${sql.ref(`b.${column}`)} is distinct from ${stored}`,
    fits: sql`true`,
  };
}
