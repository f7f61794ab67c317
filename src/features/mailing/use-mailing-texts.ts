import { languageTag } from '#kernel/messages/locale.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import type { MailingRecord } from './mailing.contract.ts';
import type { MailingWords } from './mailing.messages.ts';
import { type MailingSource } from './mailing.rules.ts';
import { mailingFields } from './mailing-fields.rules.ts';

type Words = MailingWords & Readonly<Record<(typeof mailingFields.source.words)[MailingSource], string>>;

const dayMs = 86_400_000;

/** How mailings are put into words. */
export function useMailingTexts() {
  const t = useT<Words>();
  const { locale } = useInterface();
  const tag = languageTag(locale);
  const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
  const [hours, weekdays] = [inUtc({ timeStyle: 'short' }), inUtc({ weekday: 'long' })];
  const hourText = (hour: number) => hours.format(hour * 3_600_000);
  // The first Monday of 1970 was its fifth day.
  const weekdayText = (day: number) => weekdays.format((day + 3) * dayMs);
  return {
    hourText,
    weekdayText,
    sourceText: (source: MailingSource) => t(mailingFields.source.words[source]),
    /** 'Monday, 9:00 AM'. */
    whenText: ({ rhythm, day, hour }: Pick<MailingRecord, 'rhythm' | 'day' | 'hour'>) =>
      rhythm === 'week'
        ? t('mailing.when_week', { day: weekdayText(day), time: hourText(hour) })
        : t('mailing.when_month', { day, time: hourText(hour) }),
  };
}
