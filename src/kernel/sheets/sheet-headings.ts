import { sql } from 'kysely';
import type { Context } from '../work/context.ts';
import { foldHeading, type KnownHeadings } from './sheet-columns.rules.ts';
import type { SheetRow } from './sheet-rows.ts';

/** The fields staff chose earlier for the headings in these rows of a sheet. */
export async function findKnownHeadings(
  { db }: Context,
  sheet: string,
  head: readonly SheetRow[],
): Promise<KnownHeadings> {
  const headings = [...new Set(head.flatMap(({ cells }) => cells.map(foldHeading)))];
  const { rows } = await sql<{ heading: string; field: string | null }>`
    select heading, field from sheet_heading
    where sheet = ${sheet} and heading = any(${headings}::text[])`.execute(db);
  return Object.fromEntries(rows.map(({ heading, field }) => [heading, field]));
}

// More headings than anybody uses for eight fields.
const mostListed = 500;

/** All choices made for a layout with few fields, for browsers that guess by themselves. */
export async function listKnownHeadings({ db }: Context, sheet: string): Promise<KnownHeadings> {
  const { rows } = await sql<{ heading: string; field: string | null }>`
    select heading, field from sheet_heading where sheet = ${sheet} order by heading limit ${mostListed}`.execute(db);
  return Object.fromEntries(rows.map(({ heading, field }) => [heading, field]));
}

/** Remembers the chosen fields of a sheet's headings, for everybody, because colleagues get the same sheets. */
export async function rememberHeadings({ db }: Context, sheet: string, chosen: KnownHeadings): Promise<void> {
  await sql`
    insert into sheet_heading (sheet, heading, field)
    select ${sheet}, key, value from jsonb_each_text(${JSON.stringify(chosen)}::jsonb) order by key
    on conflict (sheet, heading) do update set field = excluded.field`.execute(db);
}
