import { useState } from 'react';
import { timeAt } from '#kernel/text/zoned-time.rules.ts';
import { ClockField, type ClockTime } from '#ui/date/clock-field.tsx';
import type { Submission } from '#ui/form/use-submit.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { ReleaseWords } from '../release.messages.ts';

/** The name and the time of a release in a form, and the body that saves them; it throws if clocks skip the time. */
export function useReleaseFields(givenName = '', givenTime: ClockTime = { local: '', isSecond: false }) {
  const t = useT();
  const { timeZone } = useInterface();
  const [name, setName] = useState(givenName);
  const [time, setTime] = useState(givenTime);
  const body = () => {
    const at = time.local === '' ? null : timeAt(timeZone, time.local, time.isSecond);
    if (at === undefined) throw new Error(t('date.gap_refused'));
    return { name, apply_at: at, zone: timeZone };
  };
  return { name, setName, time, setTime, body };
}

interface ReleaseFieldsProps {
  of: ReturnType<typeof useReleaseFields>;
  submission: Submission;
  /** The form begins with them. */
  isFirst?: boolean;
}

/** The inputs for them. */
export function ChangeFields({ of: { name, setName, time, setTime }, submission, isFirst }: ReleaseFieldsProps) {
  const t = useT<ReleaseWords>();
  const { timeZone } = useInterface();
  return (
    <>
      <Input
        name="name"
        label={t('release.field_name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={submission.fieldError('name')}
        maxLength={200}
        autoComplete="off"
        required
        data-autofocus={isFirst}
      />
      <ClockField
        name="apply_at"
        label={t('release.field_apply_at')}
        hint={t('release.time_hint', { zone: timeZone })}
        error={submission.fieldError('apply_at')}
        zone={timeZone}
        value={time}
        onChange={setTime}
      />
    </>
  );
}
