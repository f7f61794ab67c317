import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { CalendarWords } from './calendar.messages.ts';
import { calendarHref, type Span, spans } from './calendar.rules.ts';
import styles from './calendar-bar.module.css';
import { useDayTexts } from './use-day-texts.ts';

/** A kind of entry: its name and how it is drawn, whether it is switched off, and what a day can get of it. */
export interface CalendarKind {
  kind: string;
  label: string;
  drawing: string;
  isHidden: boolean;
  create: { label: string; key: string; icon: string; href: string } | null;
}

interface CalendarBarProps {
  span: Span;
  on: string;
  before: string;
  after: string;
  today: string;
  days: readonly string[];
  kinds: readonly CalendarKind[];
}

/** The period and the ways to others, the kinds to switch on and off, and the views. */
export function CalendarBar({ span, on, before, after, today, days, kinds }: CalendarBarProps) {
  const t = useT<CalendarWords>();
  const { periodText } = useDayTexts();
  const hidden = kinds.filter(({ isHidden }) => isHidden).map(({ kind }) => kind);
  const toggled = (kind: string) => (hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind]);
  return (
    <Inline as="nav" tight below={12} data-printed className={styles.bar} aria-label={t('calendar.heading')}>
      <ButtonLink href={calendarHref(span, before, hidden)} aria-label={t('calendar.before')}>
        <Icon name="previous" />
      </ButtonLink>
      <ButtonLink href={calendarHref(span, today, hidden)}>{t('calendar.today')}</ButtonLink>
      <ButtonLink href={calendarHref(span, after, hidden)} aria-label={t('calendar.after')}>
        <Icon name="next" />
      </ButtonLink>
      <h2>{periodText(span, on, days)}</h2>
      <Inline as="ul" gap="2px 4px" size="small" className={styles.kinds} aria-label={t('calendar.show')}>
        {kinds.map(({ kind, label, drawing, isHidden }) => (
          <li key={kind}>
            <a href={calendarHref(span, on, toggled(kind))} aria-current={isHidden ? undefined : 'true'}>
              <i aria-hidden className={styles.swatch} data-variant={drawing} />
              {label}
            </a>
          </li>
        ))}
      </Inline>
      <Inline as="span" gap={4} last className={styles.spans}>
        {spans.map((one) => (
          <ButtonLink key={one} href={calendarHref(one, on, hidden)} aria-current={one === span ? 'true' : undefined}>
            {t(`calendar.${one}`)}
          </ButtonLink>
        ))}
      </Inline>
    </Inline>
  );
}
