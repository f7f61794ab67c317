import { useZonedText } from '#ui/date/use-zoned-text.ts';
import { useT } from '#ui/interface.tsx';
import type { ReleaseWords } from '../release.messages.ts';

/** Formats the time of a release with its zone, or says that it has none. */
export function useWhen(): (release: { apply_at: number; zone: string }) => string {
  const t = useT<ReleaseWords>();
  const zoned = useZonedText();
  return ({ apply_at, zone }) => (apply_at === 0 ? t('release.no_time') : zoned(zone, apply_at));
}
