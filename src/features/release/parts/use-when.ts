import { languageTag } from '#kernel/messages/locale.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import type { ReleaseWords } from '../release.messages.ts';

/** Formats the time of a release with its zone, or says that it has none. */
export function useWhen(): (release: { apply_at: number; zone: string }) => string {
  const t = useT<ReleaseWords>();
  const { locale } = useInterface();
  return ({ apply_at, zone }) =>
    apply_at === 0 ? t('release.no_time') : zonedText(languageTag(locale), zone, apply_at);
}
