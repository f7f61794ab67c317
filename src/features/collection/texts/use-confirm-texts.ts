import { confirmPhrase } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import type { CollectionWords } from '../collection.messages.ts';

/** Asks for the typed confirmation before the texts of a collection are saved. */
export function useConfirmTexts(): (title: string) => Promise<boolean> {
  const t = useT<CollectionWords>();
  return (title) =>
    confirmPhrase({ title, body: t('collection.localize_confirm'), agree: t('collection.localize_save') });
}
