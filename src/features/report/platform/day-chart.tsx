import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, type PointerEvent, useState } from 'react';
import { useFormat, useT } from '#ui/interface.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ReportWords } from '../report.messages.ts';
import styles from './day-chart.module.css';
import { axisTop, labelledDays } from './day-rows.rules.ts';
import { figureUrl } from './figure-links.rules.ts';
import { type FigureName, type Figures, figureNames } from './figures.rules.ts';
import type { DayFigures } from './platform.read.ts';

/**
 * A row of bars for each figure, on one axis of days. Each bar is a link to its list; together they are one Tab stop,
 * with arrow keys between days and rows. The figures of the day under the pointer or focus stand above.
 */
export function DayChart({ days, totals }: { days: readonly DayFigures[]; totals: Figures }) {
  const t = useT<ReportWords>();
  const format = useFormat();
  const [chosen, choose] = useState(days.length - 1);
  const [stop, stopAt] = useState({ row: 0, day: days.length - 1 });
  const shown = figureNames.filter((name) => totals[name] > 0);
  const zero = figureNames.filter((name) => totals[name] === 0);
  const at = Math.min(chosen, days.length - 1);
  const current = days[at];
  if (!current || shown.length === 0) return null;
  const tabStop = { row: Math.min(stop.row, shown.length - 1), day: Math.min(stop.day, days.length - 1) };
  const point = ({ target, pointerType }: PointerEvent) => {
    const position = positionOf(target);
    if (position && pointerType === 'mouse') choose(position.day);
  };
  // Bars are too narrow for a finger: it chooses the day, whose figures above are the links.
  const tap = (event: MouseEvent) => {
    const position = positionOf(event.target);
    if (!position || !('pointerType' in event.nativeEvent) || event.nativeEvent.pointerType !== 'touch') return;
    event.preventDefault();
    choose(position.day);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const position = positionOf(event.target);
    const to = position && moved(position, event, { row: shown.length - 1, day: days.length - 1 });
    if (!to) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-row="${to.row}"] [data-day="${to.day}"]`)?.focus();
  };
  return (
    <>
      <Text tone="soft" size="fine" below={10}>
        {t('report.chart_hint')}
      </Text>
      <DayReadout day={current} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the bars inside are links; this moves between them */}
      <div
        className={styles.plot}
        role="group"
        aria-label={t('report.of_day')}
        onPointerOver={point}
        onFocus={({ target }) => {
          const position = positionOf(target);
          if (!position) return;
          choose(position.day);
          stopAt(position);
        }}
        onKeyDown={press}
        onClick={tap}
      >
        <div className={styles.rows}>
          {shown.map((name, row) => (
            <DayRow
              key={name}
              name={name}
              row={row}
              days={days}
              total={totals[name]}
              stop={tabStop.row === row ? tabStop.day : null}
            />
          ))}
          <div className={styles.over} aria-hidden>
            <span style={{ left: `${(at / days.length) * 100}%`, width: `${100 / days.length}%` }} />
          </div>
        </div>
        <div className={styles.axis} style={columnsOf(days)} aria-hidden>
          {labelledDays(days.length).map((position) => (
            <small key={position} style={{ gridColumn: position + 1 }}>
              {format.calendarShortDay(days[position]?.day ?? '')}
            </small>
          ))}
        </div>
      </div>
      {zero.length > 0 && (
        <Text tone="soft" size="fine" below={10}>
          {t('report.all_zero', { figures: zero.map((name) => t(`report.${name}`)).join(' · ') })}
        </Text>
      )}
    </>
  );
}

interface BarPosition {
  row: number;
  day: number;
}

/** The place of the bar that was hit. */
function positionOf(target: EventTarget): BarPosition | null {
  const bar = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
  const row = bar?.closest<HTMLElement>('[data-row]');
  return bar && row ? { row: Number(row.dataset['row']), day: Number(bar.dataset['day']) } : null;
}

/** Where a key leads; null if it is not one of the chart's, or leads nowhere. */
function moved({ row, day }: BarPosition, event: KeyboardEvent, last: BarPosition): BarPosition | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const to = {
    ArrowLeft: { row, day: day - 1 },
    ArrowRight: { row, day: day + 1 },
    ArrowUp: { row: row - 1, day },
    ArrowDown: { row: row + 1, day },
    Home: { row, day: 0 },
    End: { row, day: last.day },
  }[event.key];
  if (!to) return null;
  return { row: Math.max(0, Math.min(last.row, to.row)), day: Math.max(0, Math.min(last.day, to.day)) };
}

/** The figures of one day, each a link to its list. */
function DayReadout({ day }: { day: DayFigures }) {
  const t = useT<ReportWords>();
  const format = useFormat();
  return (
    // As wide whatever the figures are, so that nothing moves while the day changes.
    <Grid
      as="dl"
      columns="repeat(7, 1fr)"
      onPhone="repeat(3, 1fr)"
      gap="4px 12px"
      ground="quiet"
      pad="8px 12px"
      below={14}
      className={styles.readout}
    >
      <div>
        <Text as="dt" size="fine" tone="ink" strong>
          {format.calendarWeekday(day.day)}
        </Text>
      </div>
      {figureNames.map((name) => (
        <div key={name}>
          <Text as="dt" size="fine">
            {t(`report.${name}`)}
          </Text>
          <dd>
            {day[name] === 0 ? (
              0
            ) : (
              <a href={figureUrl(name, { since: day.day, until: day.day })}>{format.number(day[name])}</a>
            )}
          </dd>
        </div>
      ))}
    </Grid>
  );
}

/** A column for each day. */
const columnsOf = (days: readonly DayFigures[]) => ({ gridTemplateColumns: `repeat(${days.length}, 1fr)` });

interface DayRowProps {
  name: FigureName;
  row: number;
  days: readonly DayFigures[];
  total: number;
  /** The day whose bar is the Tab stop; null if it is in another row. */
  stop: number | null;
}

/** The bars of one figure, up to the height of its own axis. */
const DayRow = memo(({ name, row, days, total, stop }: DayRowProps) => {
  const t = useT<ReportWords>();
  const format = useFormat();
  const top = axisTop(days.map((day) => day[name]));
  return (
    <div className={styles.row} data-row={row} style={{ '--bar': `var(--${name})` } as CSSProperties}>
      <Text size="small">
        <strong>{t(`report.${name}`)}</strong> <small>{format.number(total)}</small>
      </Text>
      <small aria-hidden>{format.number(top)}</small>
      <div className={styles.bars} style={columnsOf(days)}>
        {days.map(({ day, [name]: value }, index) => (
          <a
            key={day}
            href={figureUrl(name, { since: day, until: day })}
            tabIndex={index === stop ? 0 : -1}
            data-day={index}
            aria-label={`${format.calendarWeekday(day)} · ${t(`report.${name}`)}: ${format.number(value)}`}
          >
            {value > 0 && (
              <i style={{ height: `${Math.min(1, value / top) * 100}%` }} data-broken={value > top || undefined} />
            )}
            {value > top && <b data-start={index * 2 < days.length || undefined}>{format.number(value)}</b>}
          </a>
        ))}
      </div>
    </div>
  );
});
