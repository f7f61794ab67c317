import type { referenceApi } from '#kernel/records/references.contract.ts';
import { client } from './api.ts';
import { confirm, confirmPhrase, type Question, showUses } from './dialogs.ts';

const call = client<typeof referenceApi>();

interface Deletion extends Omit<Question, 'danger' | 'figures' | 'lostIn'> {
  /** The record, as in references: 'series' and its number. */
  of: string;
  id: string | number;
  /** Asks for the typed confirmation. */
  phrase?: boolean;
  /** The heading if the record is used, instead of the title. */
  blockedText?: string;
}

/** Asks whether to delete a record if it can be deleted, and says what loses it; otherwise shows where it is used. */
export async function askToDelete({ of, id, phrase, blockedText, ...question }: Deletion): Promise<boolean> {
  const { results } = await call('GET /api/v1/reference/:of/:id', { params: { of, id: String(id) } });
  if (results.count > 0) {
    await showUses({ title: blockedText ?? question.title, ...results });
    return false;
  }
  const asked = { ...question, lostIn: results.lost_in, danger: true };
  return phrase ? confirmPhrase(asked) : confirm(asked);
}
