import type { Context } from '#kernel/work/context.ts';

/** The row that gives a learner their number has the pseudonym from now on. */
export async function renameErased({ db, now }: Context, number: number, pseudonym: string): Promise<void> {
  await db
    .updateTable('learner')
    .set({ learner_id: pseudonym, erased_at: now.toISOString() })
    .where('learner_idx', '=', number)
    .execute();
}
