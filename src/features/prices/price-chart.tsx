import { useFormat, useT } from '#ui/interface.tsx';
import type { PricesWords } from './prices.messages.ts';
import styles from './prices.module.css';
import { across, endOf, type Lane, type Level, levelsOf, monthsIn, type Step, type Window } from './prices.rules.ts';

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

/** The prices as lines of steps, a lane for each currency and period, on one axis of time. The table below says the same. */
export function PriceChart({ lanes, window, now }: { lanes: readonly Lane[]; window: Window; now: number }) {
  const t = useT<PricesWords>();
  const format = useFormat();
  const today = across(window, now);
  const months = monthsIn(window);
  return (
    <div className={styles.chart} aria-hidden>
      {lanes.map((lane) => (
        <PriceLane key={`${lane.currency} ${lane.days}`} lane={lane} window={window} now={now} />
      ))}
      <div className={styles.over}>
        <i className={styles.ahead} style={{ left: percent(today) }} />
        {months.map(({ month, at }) => (
          <i key={month} style={{ left: percent(at) }} />
        ))}
        <b style={{ left: percent(today) }} />
      </div>
      <strong className={styles.today}>
        <span style={{ left: percent(today) }}>{t('prices.today')}</span>
      </strong>
      <div className={styles.axis}>
        {months.map(({ month, at }, index) => (
          <span key={month} style={{ left: percent(at) }} data-odd={index % 2 === 1 || undefined}>
            {month.endsWith('-01') ? month.slice(0, 4) : format.shortMonth(month)}
          </span>
        ))}
      </div>
    </div>
  );
}

function PriceLane({ lane, window, now }: { lane: Lane; window: Window; now: number }) {
  const t = useT<PricesWords>();
  const format = useFormat();
  const levels = levelsOf(lane, window);
  const end = endOf(lane, window);
  const today = across(window, now);
  const last = levels.at(-1);
  const partOf = (isComing: boolean) => pathOf(levels, isComing ? [today, 1] : [0, today]);
  return (
    <div className={styles.lane}>
      <p>
        <strong>{lane.currency}</strong>
        <small>{t('prices.days', { days: lane.days })}</small>
      </p>
      <div className={styles.plot}>
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none">
          <path d={partOf(false)} />
          <path d={partOf(true)} data-coming />
        </svg>
        {levels.map(({ step, from, height, isLabelled, isTight }) => (
          <span
            key={step.at}
            className={styles.step}
            style={{ left: percent(from), bottom: percent(height) }}
            data-coming={step.state === 'coming' || undefined}
            data-within={step.at >= window.from || undefined}
            data-tight={isTight || undefined}
            data-start={from > 0.9 || undefined}
            data-down={isDown(step) || undefined}
          >
            {isLabelled && step.after && <em>{format.money(step.after.pays, lane.currency)}</em>}
          </span>
        ))}
        {end && (
          <span className={styles.end} style={{ left: percent(end.at), bottom: percent(last?.height ?? 0.5) }}>
            <em data-start={end.at > 0.75 || undefined}>
              {t(end.seconds > now ? 'prices.ends_on' : 'prices.ended_on', { day: format.date(end.seconds) })}
            </em>
          </span>
        )}
      </div>
    </div>
  );
}

/** The line comes from above, where the amount would stand. */
const isDown = ({ before, after }: Step) => before !== null && Number(before.pays) > Number(after?.pays);

/** The path of the levels between two places across; their steps are joined by upright lines. */
function pathOf(levels: readonly Level[], [from, until]: readonly [number, number]): string {
  const y = (height: number) => (100 - height * 100).toFixed(1);
  const x = (at: number) => (at * 1000).toFixed(1);
  let path = '';
  let before: Level | undefined;
  for (const level of levels) {
    const start = Math.max(level.from, from);
    const end = Math.min(level.to, until);
    if (end <= start) {
      before = level;
      continue;
    }
    const isJoined = before && before.to === level.from && level.from >= from;
    path += isJoined ? `M${x(start)} ${y(before?.height ?? 0)}V${y(level.height)}` : `M${x(start)} ${y(level.height)}`;
    path += `H${x(end)}`;
    before = level;
  }
  return path;
}
