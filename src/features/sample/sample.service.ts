import { sql } from 'kysely';
import { countBooks, writeBooks } from '#features/book/book.public.ts';
import type { Context } from '#kernel/context.ts';
import { sampleBooks } from './sample.catalogue.ts';
import { sampleMessages } from './sample.messages.ts';

export async function isLibraryEmpty(ctx: Context): Promise<boolean> {
  return (await countBooks(ctx)) === 0;
}

/** Loads the made-up catalogue through the services staff use; refused where there are books already. */
export async function loadSample(ctx: Context): Promise<number> {
  // Two people may press the button at once: the second finds the books of the first.
  await sql`select pg_advisory_xact_lock(hashtext('sample'))`.execute(ctx.db);
  if (!(await isLibraryEmpty(ctx))) throw sampleMessages.error(409, 'sample.not_empty');
  const books = sampleBooks();
  const written = await writeBooks(ctx, books, { update: false, createMissing: true });
  // Somebody has made a book of the same number since the count: nothing of ours stays.
  if (!written.success) throw sampleMessages.error(409, 'sample.not_empty');
  return books.length;
}
