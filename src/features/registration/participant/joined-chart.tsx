import { useFormat, useT } from '#ui/interface.tsx';
import { Card, Noted } from '#ui/kit/card.tsx';
import { Unseen } from '#ui/kit/text.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import type { Joined } from './joined.read.ts';
import styles from './joined-chart.module.css';

// More bars are too narrow for their figures, and more names of days run into each other.
const mostFigures = 16;
const mostNames = 7;

/** How many joined on each day: a list of days, drawn as bars. `total` is how many have joined in all. */
export function JoinedChart({ joined: { days, today }, total }: { joined: Joined; total: number }) {
  const t = useT<RegistrationWords>();
  const format = useFormat();
  const top = Math.max(1, ...days.map(({ joined }) => joined));
  const shown = days.reduce((sum, { joined }) => sum + joined, 0);
  const step = Math.ceil(days.length / mostNames);
  return (
    <Card>
      <Noted>
        <h2>{t('registration.joined_by_day')}</h2>
        <small>
          {t('registration.joined_since', {
            count: shown,
            day: format.calendarShortDay(days[0]?.day ?? ''),
            before: total - shown,
          })}
        </small>
      </Noted>
      <ol className={styles['bars']}>
        {days.map(({ day, joined }, at) => (
          <li
            key={day}
            title={`${format.calendarWeekday(day)}: ${format.number(joined)}`}
            data-today={day === today || undefined}
          >
            <Unseen>{format.calendarWeekday(day)}: </Unseen>
            <b aria-hidden={days.length > mostFigures || undefined}>
              {days.length > mostFigures && joined < top ? '' : format.number(joined)}
            </b>
            {days.length > mostFigures && <Unseen>{format.number(joined)}</Unseen>}
            <i style={{ height: `${(70 * joined) / top}%` }} />
            <small aria-hidden>{(days.length - 1 - at) % step === 0 ? format.calendarShortDay(day) : ' '}</small>
          </li>
        ))}
      </ol>
    </Card>
  );
}
