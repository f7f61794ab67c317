import { languageTag } from '#kernel/messages/locale.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import { useInterface } from '../interface.tsx';

/** Formats times in seconds with their zone. */
export function useZonedText(): (zone: string, at: number) => string {
  const { locale } = useInterface();
  return (zone, at) => zonedText(languageTag(locale), zone, at);
}
