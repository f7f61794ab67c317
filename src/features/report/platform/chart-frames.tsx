import { type ComponentType, useEffect, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import type { ReportWords } from '../report.messages.ts';
import styles from './platform.module.css';
import type { DayFigures, GroupFigures } from './platform.read.ts';
import type * as Charts from './platform-charts.tsx';

// The chart library is large and only this screen uses it, so it is loaded after hydration.
const load = () => import('./platform-charts.tsx');

function useCharts() {
  const [charts, setCharts] = useState<typeof Charts | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    load().then(
      (loaded) => !isGone && setCharts(loaded),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return { charts, failed };
}

interface ChartFrameProps<P> {
  Chart: ComponentType<P> | undefined;
  props: P;
  failed: boolean;
  className?: string | undefined;
}

/** A chart in a placeholder of its size, so that loading it shifts nothing. The table below has the same data. */
function ChartFrame<P extends object>({ Chart, props, failed, className = '' }: ChartFrameProps<P>) {
  const t = useT<ReportWords>();
  return (
    <div className={`${styles.chart} ${className}`} aria-hidden={!failed}>
      {failed ? <p role="alert">{t('report.chart_failed')}</p> : Chart && <Chart {...props} />}
    </div>
  );
}

/** Lines of the figures, by day. */
export function DayChart(props: { days: readonly DayFigures[] }) {
  const { charts, failed } = useCharts();
  return <ChartFrame Chart={charts?.DayLines} props={props} failed={failed} className={styles.days} />;
}

/** Bars of the busiest ten groups. */
export function GroupChart(props: { groups: readonly GroupFigures[] }) {
  const { charts, failed } = useCharts();
  if (props.groups.length < 2) return null;
  return <ChartFrame Chart={charts?.GroupBars} props={props} failed={failed} />;
}
