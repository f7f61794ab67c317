import { useT } from '#ui/interface.tsx';
import type { TextsWords } from '../texts.messages.ts';

/** What has become of a file that came back, by its status. */
export function useStatusNames() {
  const t = useT<TextsWords>();
  return { ready: t('texts.ready'), applied: t('texts.applied'), undone: t('texts.was_undone') };
}
