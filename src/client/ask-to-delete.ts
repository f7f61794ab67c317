import type { referenceApi } from '#kernel/records/references.contract.ts';
import { ApiError, client } from './api.ts';
import { confirm, confirmPhrase, type Question, showUses } from './dialogs.ts';

const call = client<typeof referenceApi>();

interface Deletion extends Omit<Question, 'danger' | 'figures' | 'lostIn'> {
  /** The record, as in references: 'series' and its number. */
  of: string;
  id: string | number;
  /** Asks for the typed confirmation. */
  phrase?: boolean;
}

/**
 * Asks whether to delete a record, says what is deleted with it and what loses it, and deletes it if agreed. If `remove` is
 * refused because other things would be deleted with it by now, asks again. A record in use is not deleted: shows where it is used.
 */
export async function askToDelete<T>(deletion: Deletion, remove: (seen: string) => Promise<T>): Promise<T | undefined> {
  const { of, id, phrase, ...question } = deletion;
  for (let body = question.body; ; ) {
    const { results } = await call('GET /api/v1/reference/:of/:id', { params: { of, id: String(id) } });
    if (results.count > 0) {
      await showUses({ title: question.title, ...results });
      return undefined;
    }
    const shown = {
      ...question,
      ...(body && { body }),
      figures: results.figures,
      lostIn: results.lost_in,
      danger: true,
    };
    if (!(await (phrase ? confirmPhrase(shown) : confirm(shown)))) return undefined;
    try {
      return await remove(results.seen);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error.losses') throw error;
      body = error.message;
    }
  }
}
