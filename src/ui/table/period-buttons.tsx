import { type MouseEvent, useEffect, useState } from 'react';
import { namedPeriod, openPeriodNames, type Period, type PeriodName, periodNames } from '#kernel/text/period.rules.ts';
import { useFormat, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Inline } from '../kit/layout.tsx';

interface PeriodButtonsProps {
  since?: string | undefined;
  until?: string | undefined;
  /** The name of the field of a first day that has no last day; only periods up to today are offered then. */
  first?: string;
}

/** Sets the fields `since` and `until` of a form, or one field, to a period with a name, and applies it. */
export function PeriodButtons({ since, until, first }: PeriodButtonsProps) {
  const t = useT();
  const { isoDay } = useFormat();
  const today = () => isoDay(Date.now() / 1000);
  // Known to the browser only: a page may stay open past midnight, and the server drew it before.
  const [pressed, setPressed] = useState<PeriodName | null>(null);
  useEffect(() => {
    const day = isoDay(Date.now() / 1000);
    const last = first === undefined ? until : day;
    setPressed(periodNames.find((name) => isSame(namedPeriod(name, day), { since, until: last })) ?? null);
  }, [isoDay, since, until, first]);
  const choose = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>, name: PeriodName) => {
    const period = namedPeriod(name, today());
    for (const [field, day] of Object.entries(first === undefined ? period : { [first]: period.since })) {
      const input = form?.elements.namedItem(field);
      if (input instanceof HTMLInputElement) input.value = day;
    }
    form?.requestSubmit();
  };
  return (
    <Inline sideways gap={4} role="group" aria-label={t('table.periods')}>
      {(first === undefined ? periodNames : openPeriodNames).map((name) => (
        <Button key={name} aria-pressed={name === pressed} onClick={(event) => choose(event, name)}>
          {t(`table.period_${name}`)}
        </Button>
      ))}
    </Inline>
  );
}

const isSame = (period: Period, { since, until }: Partial<Record<keyof Period, string | undefined>>) =>
  period.since === since && period.until === until;
