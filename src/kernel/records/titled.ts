import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { DB } from '../db/schema.generated.ts';
import { textMatches } from '../db/text-search.ts';
import { byTitle } from '../messages/by-title.ts';
import { AppError } from '../messages/errors.ts';
import type { Context } from '../work/context.ts';
import { beginAct, storeEffects } from './acts.ts';
import { changeRecord, type RecordKind, recordCreated, removeRecord } from './change-record.ts';
import type { ShownMarks } from './record-parts.ts';
import { type References, requireUnused } from './references.ts';
import { deleteRestorable, insertDeleted, type RestorableTable } from './restorable-rows.ts';
import type { Insertion, Removal } from './undoable.ts';

/** A record that is little more than a title, unique within its kind. */
interface TitledRow {
  id: number;
  title: string;
  version: number;
}

/** A titled record with the number of records that refer to it, for lists. */
export interface CountedTitle extends TitledRow {
  uses: number;
}

/** What the screens of such a noun are told of it. */
export interface TitledScreens {
  /** The prefix of its messages. */
  words: string;
  /** The message key of its kind; that of its heading if the menu calls it so. */
  kind: string;
  /** Its entity in audit and change rows. */
  entity: string;
  /** The path of its calls, and the name of the id in the answer of the one that adds. */
  call: `/${string}`;
  added: string;
  page: `/${string}`;
  leads: TitledLeads;
}

/** Where a row leads: the beginnings of addresses that end with the id. */
export interface TitledLeads {
  title?: string;
  /** The list of what uses it. */
  uses?: string;
  /** A screen of its own, named by this message; what it shows is a record of that kind with the id of the row. */
  own?: { label: string; href: string; kind: string };
}

export interface TitledListProps {
  noun: TitledScreens;
  rows: CountedTitle[];
  /** What other features have about what the rows lead to. */
  marks: ShownMarks;
}

export interface TitledFormProps {
  noun: TitledScreens;
}

/** The calls of a noun that is only a title, as its screens use them: by path, with the id at its end. */
export type TitledApi = {
  [Key in `POST /${string}`]: { summary: string; body: z.ZodType<{ title: string }>; response: z.ZodType<AddedTitle> };
} & {
  [Key in `PUT /${string}`]: {
    summary: string;
    body: z.ZodType<{ title: string; version: number }>;
    response: z.ZodType<TitleSaved>;
  };
} & { [Key in `DELETE /${string}`]: { summary: string; response: z.ZodType<TitleSaved> } };

interface TitleSaved {
  results: { success: boolean; act_idx?: number | undefined };
}

/** The call that lists them, under its path and with its name of the id. */
export type TitledListApi<Path extends `/${string}`, Listed extends string> = {
  [Key in `GET ${Path}`]: { summary: string; response: z.ZodType<ListedTitles<Listed>> };
};

interface ListedTitles<Listed extends string> {
  results: ({ title: string } & Record<Listed, number>)[];
}

interface AddedTitle {
  results: Record<string, number> & { act_idx?: number };
}

interface TitledNoun {
  /** Its table, and its entity in audit and change rows. */
  table: keyof DB;
  /** The column of its key. */
  key: string;
  /** The prefix of its messages: `{words}.not_found`, and `{words}.in_use` with {count} and {first}. */
  words: string;
}

// How many the finder shows next to records of other kinds.
const hits = 5;

/** All operations on a noun that is only a title, such as an age group: one record at a time, and in acts on many. */
export class Titled {
  readonly noun: TitledNoun;
  private readonly kind: RecordKind<number, TitledRow>;

  constructor(noun: TitledNoun) {
    this.noun = noun;
    const one = async (ctx: Context, id: number, lock: RawBuilder<unknown>) =>
      (await this.select(ctx, sql`where ${this.key} = ${id} ${lock}`))[0];
    this.kind = {
      entity: noun.table,
      missing: () => new AppError(404, `${noun.words}.not_found`),
      find: (ctx, id) => one(ctx, id, sql``),
      lock: (ctx, id) => one(ctx, id, sql`for update`),
      id: ({ id }) => id,
      audited: ({ title }) => ({ title }),
    };
  }

  private get table() {
    return sql.table(this.noun.table);
  }

  private get key() {
    return sql.ref(this.noun.key);
  }

  private async select(ctx: Context, which: RawBuilder<unknown>): Promise<TitledRow[]> {
    const { rows } = await sql<TitledRow>`select ${this.key} as id, title, version from ${this.table} ${which}`.execute(
      ctx.db,
    );
    return rows;
  }

  /** All of them, sorted by title in the caller's language. */
  async list(ctx: Context): Promise<TitledRow[]> {
    return (await this.select(ctx, sql`order by ${this.key}`)).toSorted(byTitle(ctx.locale));
  }

  /** A few whose titles have every word of a text. */
  async search(ctx: Context, text: string): Promise<TitledRow[]> {
    const matches = sql.join(textMatches(sql`strip(title)`, text), sql` and `);
    return this.select(ctx, sql`where ${matches} order by title limit ${sql.lit(hits)}`);
  }

  /** All of them, with the number of records that refer to each. */
  async listCounted(ctx: Context, references: References): Promise<CountedTitle[]> {
    const [rows, uses] = await Promise.all([this.list(ctx), references.counts(ctx, this.kind.entity)]);
    return rows.map((row) => ({ ...row, uses: uses.get(row.id) ?? 0 }));
  }

  /** Adds one and returns its id; the database refuses a duplicate title. */
  async add(ctx: Context, title: string): Promise<number> {
    const { rows } = await sql<{
      id: number;
    }>`insert into ${this.table} (title) values (${title}) returning ${this.key} as id`.execute(ctx.db);
    return (await recordCreated(ctx, this.kind, rows[0]?.id ?? 0)).id;
  }

  /** Renames one; 409 if somebody else changed it since it was loaded. */
  async rename(ctx: Context, id: number, { title, version }: { title: string; version?: number | undefined }) {
    const write = async () => {
      await sql`update ${this.table} set title = ${title}, version = version + 1 where ${this.key} = ${id}`.execute(
        ctx.db,
      );
    };
    await changeRecord(ctx, this.kind, id, { version, values: { title }, write });
  }

  /** Removes one; 409 while anything uses it. */
  async remove(ctx: Context, references: References, id: number): Promise<void> {
    const act = await beginAct(ctx);
    const remove = async () => {
      await requireUnused(ctx, references, this.kind.entity, id, `${this.noun.words}.in_use`);
      await deleteRestorable(ctx.db, act, this.restorable, sql`${this.key} = ${id}`);
    };
    await removeRecord(ctx, this.kind, id, remove, { act });
  }

  /** How adding one, and removing one, is undone. */
  existence(references: References): Removal & Insertion {
    return {
      remove: (ctx, id) => this.remove(ctx, references, Number(id)),
      insert: async (ctx, id, of) => {
        await insertDeleted(ctx.db, of, this.restorable);
        await recordCreated(ctx, this.kind, Number(id));
      },
    };
  }

  private get restorable(): RestorableTable {
    const { table, key } = this.noun;
    const audited = sql`jsonb_build_object('title', title)`;
    return { entity: table, table, key, columns: [key, 'title', 'version'], audited };
  }

  /**
   * Adds the missing ones with one statement as part of an act on many, and returns the new ids. Titles must be trimmed
   * and valid; they are inserted in a fixed order, so that two acts never deadlock.
   */
  async addMissing(ctx: Context, act: number, titles: readonly string[]): Promise<Map<string, number>> {
    if (titles.length === 0) return new Map();
    const { rows } = await sql<{ id: number; title: string }>`
      with made as (
        insert into ${this.table} (title) select distinct title from unnest(${titles}::text[]) title order by title
        on conflict (title) do nothing returning ${this.key} as id, title
      ),
      kept as (${this.storeEffect(act, 'made', 'after')})
      select * from made`.execute(ctx.db);
    if (rows.length > 0) ctx.changed(this.kind.entity);
    return new Map(rows.map(({ title, id }) => [title, id]));
  }

  /** Removes the unused ones as part of an act on many. */
  async removeUnused(ctx: Context, act: number, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await sql`
      with gone as (delete from ${this.table} where ${this.key} = any(${ids}::integer[]) returning ${this.key} as id, title)
      ${this.storeEffect(act, 'gone', 'before')}`.execute(ctx.db);
    ctx.changed(this.kind.entity);
  }

  private storeEffect(act: number, from: string, side: 'before' | 'after') {
    const values = { [side]: sql`jsonb_build_object('title', title)` };
    return storeEffects(act, this.kind.entity, { from: sql.table(from), id: sql`id::text`, ...values });
  }
}
