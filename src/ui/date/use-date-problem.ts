import { languageTag } from '#kernel/messages/locale.ts';
import { type DateKind, dateText } from '#kernel/text/date-text.rules.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
import { useInterface, useT } from '../interface.tsx';

interface Accepted {
  kind: DateKind;
  min: string | undefined;
  max: string | undefined;
}

/** What is wrong with a date that was typed: null could not be read, '' is none. */
export function useDateProblem({ kind, min, max }: Accepted): (iso: string | null) => string | null {
  const t = useT();
  const { locale, timeZone } = useInterface();
  const text = (iso: string) => dateText(languageTag(locale), kind, iso);
  return (iso) => {
    if (iso === null) {
      const now = localTime(timeZone, Date.now() / 1000);
      return t(`date.unreadable_${kind}`, { example: text(kind === 'day' ? now.slice(0, 10) : now) });
    }
    if (iso !== '' && min !== undefined && iso < min) return t('date.too_early', { first: text(min) });
    if (iso !== '' && max !== undefined && iso > max) return t('date.too_late', { last: text(max) });
    return null;
  };
}
