import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { clockText, localTime, zonedText } from '#kernel/text/zoned-time.rules.ts';
import { useAct } from '#ui/form/use-act.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { PageHead } from '#ui/page/page-head.tsx';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import type { ReservationApi } from '../reservation.contract.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import styles from './calendar.module.css';
import { type CalendarSlot, calendarHref, movedTime, type Span, spans } from './calendar.rules.ts';
import { type CalendarChange, CalendarDay } from './calendar-day.tsx';
import { CalendarDrag } from './calendar-drag.tsx';

interface ReservationCalendarProps {
  span: Span;
  /** A day in the shown period, 'YYYY-MM-DD', and one each in the periods before and after it. */
  on: string;
  before: string;
  after: string;
  days: string[];
  today: string;
  /** Seconds. */
  now: number;
  changes: CalendarChange[];
  /** Whether there are more changes than are shown. */
  isMore: boolean;
}

const call = client<ReservationApi>();

/** The changes of a month or a week, by the day in the office's time zone on which they take effect. */
export default function ReservationCalendar(props: ReservationCalendarProps) {
  const { span, on, days, changes, now } = props;
  const t = useT<ReservationWords>();
  const { timeZone } = useInterface();
  const { dayText, numberText, periodText, weekdayText, placeText } = useDayTexts();
  const move = useMove(changes);
  useDueRefresh(
    now,
    changes.filter(({ status }) => status === 'scheduled').map(({ apply_at }) => apply_at),
  );
  const nameOf = (resIdx: number) => {
    const change = changes.find(({ res_idx }) => res_idx === resIdx);
    return change ? `${t(`reservation.target_${change.target}`)}: ${change.title}` : '';
  };
  const dayOf = ({ apply_at }: CalendarChange) => localTime(timeZone, apply_at).slice(0, 10);
  return (
    <>
      <PageHead title={t('reservation.heading')}>
        <a className={button.button} href="/reservation">
          {t('reservation.list')}
        </a>
        <a className={button.primary} href="/reservation/create">
          <Icon name="add" />
          {t('reservation.create')}
        </a>
      </PageHead>
      <nav className={styles.bar} aria-label={t('reservation.calendar')}>
        <a className={button.button} href={calendarHref(span, props.before)} aria-label={t('reservation.before')}>
          <Icon name="previous" />
        </a>
        <a className={button.button} href={calendarHref(span, props.today)}>
          {t('reservation.today')}
        </a>
        <a className={button.button} href={calendarHref(span, props.after)} aria-label={t('reservation.after')}>
          <Icon name="next" />
        </a>
        <h2>{periodText(span, on, days)}</h2>
        <span className={styles.spans}>
          {spans.map((one) => (
            <a
              key={one}
              className={button.button}
              href={calendarHref(one, on)}
              aria-current={one === span ? 'true' : undefined}
            >
              {t(`reservation.${one}`)}
            </a>
          ))}
        </span>
      </nav>
      <p className={styles.about}>
        <span className={styles.hint}>{t('reservation.calendar_hint')} </span>
        {t('reservation.calendar_zone', { zone: timeZone })}
      </p>
      {props.isMore && <p role="status">{t('reservation.more_in_period', { count: changes.length })}</p>}
      {changes.length === 0 && <p className={styles.none}>{t('reservation.calendar_none')}</p>}
      <CalendarDrag nameOf={nameOf} slotText={placeText} onMove={move}>
        <div className={styles.calendar} data-span={span}>
          <div className={styles.weekdays} aria-hidden>
            {days.slice(0, 7).map((day) => (
              <span key={day}>{weekdayText(day)}</span>
            ))}
          </div>
          <div className={styles.days}>
            {days.map((day) => (
              <CalendarDay
                key={day}
                span={span}
                day={day}
                label={dayText(day)}
                number={numberText(day)}
                isToday={day === props.today}
                isOutside={span === 'month' && day.slice(0, 7) !== on.slice(0, 7)}
                changes={changes.filter((change) => dayOf(change) === day)}
              />
            ))}
          </div>
        </div>
      </CalendarDrag>
    </>
  );
}

/** Moves a change to another day or hour, with an undo. */
function useMove(changes: readonly CalendarChange[]) {
  const t = useT<ReservationWords>();
  const { locale, timeZone } = useInterface();
  const act = useAct();
  const save = async (resIdx: number, version: number, at: number) => {
    const params = { res_idx: resIdx };
    const { results } = await call('PUT /api/v1/reservation/:res_idx', { params, body: { apply_at: at, version } });
    await navigateInPage(location.pathname + location.search);
    return results.version;
  };
  const move = async (change: CalendarChange, to: CalendarSlot) => {
    const { at, isGap } = movedTime(timeZone, change.apply_at, to);
    if (at === change.apply_at) return;
    const version = await save(change.res_idx, change.version, at);
    const time = zonedText(languageTag(locale), timeZone, at);
    void notify({
      message: t(isGap ? 'reservation.moved_gap' : 'reservation.moved', { time }),
      undo: () =>
        act(async () => {
          await save(change.res_idx, version, change.apply_at);
        }, t('reservation.move_failed')),
    });
  };
  return (resIdx: number, to: CalendarSlot) => {
    const change = changes.find(({ res_idx }) => res_idx === resIdx);
    if (change) act(() => move(change, to), t('reservation.move_failed'));
  };
}

/** Labels of days and periods; a day has no time zone, so it is formatted as UTC. */
function useDayTexts() {
  const { locale } = useInterface();
  const format = useFormat();
  const tag = languageTag(locale);
  const write = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(day));
  const dayText = (day: string) => write(day, { weekday: 'long', month: 'long', day: 'numeric' });
  return {
    dayText,
    numberText: (day: string) => format.number(Number(day.slice(8))),
    weekdayText: (day: string) => write(day, { weekday: 'short' }),
    periodText: (span: Span, on: string, days: readonly string[]) =>
      span === 'month'
        ? write(on, { year: 'numeric', month: 'long' })
        : [days[0] ?? on, days.at(-1) ?? on].map((day) => write(day, { dateStyle: 'medium' })).join(' – '),
    placeText: ({ day, hour }: CalendarSlot) =>
      hour === null ? dayText(day) : `${dayText(day)}, ${clockText(tag, 'UTC', hour * 3600)}`,
  };
}
