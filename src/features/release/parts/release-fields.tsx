import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Submission } from '#ui/form/use-submit.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import type { ReleaseWords } from '../release.messages.ts';
import { TimeField, type TypedTime, useTimeOf } from './time-field.tsx';

/** The name and the time of a release in a form, and the body that saves them. */
export function useReleaseFields(givenName = '', givenTime: TypedTime = { local: '', isSecond: false }) {
  const { timeZone } = useInterface();
  const [name, setName] = useState(givenName);
  const [time, setTime] = useState(givenTime);
  const timeOf = useTimeOf();
  return { name, setName, time, setTime, body: () => ({ name, apply_at: timeOf(time), zone: timeZone }) };
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
  return (
    <>
      <TextInput
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
      <TimeField value={time} onChange={setTime} error={submission.fieldError('apply_at')} />
    </>
  );
}
