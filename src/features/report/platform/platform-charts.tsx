import { BarChart, LineChart } from '@mantine/charts';
import { useFormat, useT } from '#ui/interface.tsx';
import type { ReportWords } from '../report.messages.ts';
import './platform-charts.css';
import type { DayFigures, GroupFigures } from './platform.read.ts';

// Each line has its own colour and dash pattern, for readers who cannot tell the colours apart.
const lines = [
  { name: 'activated', color: 'var(--chart-2)' },
  { name: 'expired', color: 'var(--chart-3)', strokeDasharray: '8 4' },
  { name: 'canceled', color: 'var(--chart-4)', strokeDasharray: '10 3 2 3' },
  { name: 'registrations', color: 'var(--chart-5)', strokeDasharray: '5 5' },
] as const;

const busiest = 10;
const height = 260;
// Codes are issued by the thousand, on few days: on the same scale, the lines would look flat.
const issuedHeight = 120;

/** The figures of each day. */
export function DayLines({ days }: { days: readonly DayFigures[] }) {
  const t = useT<ReportWords>();
  const format = useFormat();
  const data = days.map((row) => ({ ...row, day: format.shortDay(Date.parse(`${row.day}T12:00:00Z`) / 1000) }));
  return (
    <>
      <LineChart
        h={height}
        data={data}
        dataKey="day"
        series={lines.map((line) => ({ ...line, label: t(`report.${line.name}`) }))}
        valueFormatter={format.number}
        curveType="linear"
        withLegend
        withDots={false}
        tooltipAnimationDuration={0}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ accessibilityLayer: false }}
      />
      <BarChart
        h={issuedHeight}
        data={data}
        dataKey="day"
        series={[{ name: 'issued', label: t('report.issued'), color: 'var(--chart-1)' }]}
        valueFormatter={format.number}
        // As many as fit: more would leave grid lines without labels.
        yAxisProps={{ tickCount: 3 }}
        withLegend
        tooltipAnimationDuration={0}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </>
  );
}

/** The busiest groups by registrations, activations and issued codes. */
export function GroupBars({ groups }: { groups: readonly GroupFigures[] }) {
  const t = useT<ReportWords>();
  const format = useFormat();
  return (
    <BarChart
      h={height}
      data={groups.slice(0, busiest).map((row) => ({ ...row, title: row.title ?? t('report.none') }))}
      dataKey="title"
      series={(['activated', 'registrations'] as const).map((name) => ({
        name,
        label: t(`report.${name}`),
        color: name === 'activated' ? 'var(--chart-2)' : 'var(--chart-5)',
      }))}
      valueFormatter={format.number}
      withLegend
      tooltipAnimationDuration={0}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}
