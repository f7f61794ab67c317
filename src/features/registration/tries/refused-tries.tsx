import { showCode } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { LearnerLink } from '../learner-link.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import type { RefusedTry } from './try.contract.ts';

interface RefusedTriesProps {
  of: readonly RefusedTry[];
  /** What all of them have in common is not said of each. */
  without: 'learner' | 'code';
}

/** Redemptions that were refused, with the reason in words to read out. */
export function RefusedTries({ of, without }: RefusedTriesProps) {
  const t = useT<RegistrationWords>();
  const format = useFormat();
  return (
    <Stack as="ul" gap={8}>
      {of.map((one) => (
        <li key={`${one.at} ${one.learner_id} ${one.code} ${one.reason}`}>
          <Text as="span" tone="warn">
            {one.text}
          </Text>{' '}
          {without === 'learner' ? (
            one.code !== null && <code>{showCode(one.code)}</code>
          ) : (
            <LearnerLink learner={one} />
          )}{' '}
          <Text as="span" tone="soft" size="small">
            {t('registration.try_by', {
              time: format.dateTime(one.at),
              by: one.staff_id ?? one.by,
              count: one.times,
            })}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
