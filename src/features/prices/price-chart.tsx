import { useFormat, useT } from '#ui/interface.tsx';
import { Text } from '#ui/kit/text.tsx';
import { type Label, type LabelSpot, spotsOf } from './price-labels.rules.ts';
import type { PricesWords } from './prices.messages.ts';
import styles from './prices.module.css';
import { across, endOf, type Lane, type Level, levelsOf, monthsIn, type Window } from './prices.rules.ts';

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
      <Text as="strong" size="fine" className={styles.today}>
        <span style={{ left: percent(today) }}>{t('prices.today')}</span>
      </Text>
      <Text as="div" tone="soft" size="fine" className={styles.axis}>
        {months.map(({ month, at }, index) => (
          <span key={month} style={{ left: percent(at) }} data-odd={index % 2 === 1 || undefined}>
            {month.endsWith('-01') ? month.slice(0, 4) : format.shortMonth(month)}
          </span>
        ))}
      </Text>
    </div>
  );
}

function PriceLane({ lane, window, now }: { lane: Lane; window: Window; now: number }) {
  const t = useT<PricesWords>();
  const format = useFormat();
  const levels = levelsOf(lane, window);
  const end = endOf(lane, window);
  const today = across(window, now);
  const endHeight = levels.at(-1)?.height ?? 0.5;
  const partOf = (isComing: boolean) => pathOf(levels, isComing ? [today, 1] : [0, today]);
  const amountOf = ({ step }: Level) => format.money(step.after?.pays ?? '0', lane.currency);
  const ranked = byImportance(levels.filter(isSeen));
  const endText = end && t(end.seconds > now ? 'prices.ends_on' : 'prices.ended_on', { day: format.date(end.seconds) });
  const [first, ...rest] = ranked.map((level): Label => ({ ...level, at: level.from, text: amountOf(level) }));
  const ofEnd: Label[] = end && endText ? [{ text: endText, at: end.at, height: endHeight, isEnd: true }] : [];
  const labels = [...(first ? [first] : []), ...ofEnd, ...rest];
  const spots = spotsOf(labels, levels, today);
  const spotOf = (text: string, at: number) => spots[labels.findIndex((one) => one.at === at && one.text === text)];
  return (
    <div className={styles.lane}>
      <Text size="small">
        <strong>{lane.currency}</strong> <small>{t('prices.days', { days: lane.days })}</small>
      </Text>
      <div className={styles.plot}>
        <svg viewBox="0 0 1000 100" preserveAspectRatio="none">
          <path d={partOf(false)} />
          <path d={partOf(true)} data-coming />
        </svg>
        {levels.map((level) => (
          <span
            key={level.step.at}
            className={styles.step}
            style={{ left: percent(level.from), bottom: percent(level.height) }}
            title={`${format.date(level.step.at)}: ${amountOf(level)}`}
            data-coming={level.step.state === 'coming' || undefined}
            data-within={level.step.at >= window.from || undefined}
          >
            {isSeen(level) && <LabelText text={amountOf(level)} spot={spotOf(amountOf(level), level.from)} />}
          </span>
        ))}
        {end && endText && (
          <span className={styles.end} style={{ left: percent(end.at), bottom: percent(endHeight) }}>
            <LabelText text={endText} spot={spotOf(endText, end.at)} />
          </span>
        )}
      </div>
    </div>
  );
}

function LabelText({ text, spot }: { text: string; spot: LabelSpot | undefined }) {
  if (!spot) return null;
  return (
    <em data-over={spot.over} data-side={spot.side} data-tight={spot.isTight || undefined}>
      {text}
    </em>
  );
}

/** It lasts longer than the point with which the next one begins is wide. */
const isSeen = ({ from, to }: Level) => to - from > 0.004;

/** What readers pay now, then what is to come, then what was, the newest first. */
function byImportance(levels: readonly Level[]): Level[] {
  const coming = levels.filter(({ step }) => step.state === 'coming');
  const past = levels.filter(({ step }) => step.state !== 'coming').toReversed();
  return [...past.slice(0, 1), ...coming, ...past.slice(1)];
}

/** The path of the levels between two places across; their steps are joined by upright lines. */
function pathOf(levels: readonly Level[], [from, until]: readonly [number, number]): string {
  const y = (height: number) => (100 - height * 100).toFixed(1);
  const x = (at: number) => (at * 1000).toFixed(1);
  let path = '';
  let before: Level | undefined;
  for (const level of levels) {
    const start = Math.max(level.from, from);
    const end = Math.min(level.to, until);
    // One of no length, from two changes at once, has its upright line.
    if (end < start) {
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
