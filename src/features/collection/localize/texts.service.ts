import { cleanRichText } from '#kernel/rich-text.ts';
import type { TextsBody } from '../collection.contract.ts';
import { type CollectionTexts, isRich, textFields } from '../collection.rules.ts';

/** The texts that are there, with only harmless markup in those that are rich. */
export function readTexts(given: TextsBody): Partial<CollectionTexts> {
  const texts: Partial<CollectionTexts> = {};
  for (const field of textFields) {
    const text = given[field];
    if (text !== undefined) texts[field] = isRich(field) ? cleanRichText(text) : text;
  }
  return texts;
}
