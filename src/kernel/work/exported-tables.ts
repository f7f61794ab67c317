import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';

/** What an export of the whole office has of a feature's tables, and what an import makes of it: declared once. */
export interface ExportedTables {
  /** Tables that leave with all their columns but those in `without`; of a queue, what still waits. */
  tables: readonly string[];
  /** What stays: a table, or `table.column`, with the reason in a sentence. */
  without?: Readonly<Record<string, string>>;
  /** What an import puts into `table.column` instead: an expression over the row that left. */
  filled?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Its data in formats of the trade, beside the tables. */
  documents?: readonly ExportedDocument[];
}

/** A file of an export that other programs read. */
interface ExportedDocument {
  /** Its path in the export. */
  file: string;
  /** What it has, in a sentence. */
  about: string;
  write(ctx: Context): Promise<AsyncIterable<Uint8Array>> | AsyncIterable<Uint8Array>;
}

/** For a column with the hash of a secret: one that no secret has. */
export const unknownHash = sql`sha256(convert_to(gen_random_uuid()::text, 'UTF8'))`;
