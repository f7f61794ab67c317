import { confirmPhrase } from '#client/dialogs.ts';
import type { Translate } from '#kernel/i18n/messages.ts';
import type { CollectionWords } from '../collection.messages.ts';

/** Asks for the typed confirmation before the texts of a collection are saved. */
export const confirmTexts = (title: string, t: Translate<CollectionWords>): Promise<boolean> =>
  confirmPhrase({ title, body: t('collection.localize_confirm'), agree: t('collection.localize_save') });
