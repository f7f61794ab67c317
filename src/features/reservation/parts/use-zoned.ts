import { languageTag } from '#kernel/messages/locale.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import type { ReservationWords } from '../reservation.messages.ts';

interface Zoned {
  apply_at: number;
  zone: string;
}

/** Formats times with their zone: the one they were entered in and, if different, that of the office. */
export function useZoned() {
  const t = useT<ReservationWords>();
  const { locale, timeZone } = useInterface();
  const text = (zone: string, at: number) => zonedText(languageTag(locale), zone, at);
  return {
    timeZone,
    short: ({ apply_at, zone }: Zoned) => text(zone, apply_at),
    inZone: text,
    /** Empty if the time was entered in the office's zone. */
    inOffice: ({ apply_at, zone }: Zoned) =>
      zone === timeZone ? '' : t('reservation.in_office', { time: text(timeZone, apply_at) }),
  };
}
