import { useState } from 'react';
import { RefusedTries } from '#features/registration/registration.public.tsx';
import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Segment } from '#ui/kit/segment.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Learner } from '../learner.contract.ts';
import type { LearnerWords } from '../learner.messages.ts';
import { type Compared, useTries } from './use-tries.ts';

/** What a reader tried in vain, in the language of the caller on the telephone, and whether a code read out was tried. */
export function LearnerTries({ of: { ref, tries } }: { of: Pick<Learner, 'ref' | 'tries'> }) {
  const t = useT<LearnerWords>();
  const act = useAct();
  const { locale } = useInterface();
  const { shown, showIn, compared, compare } = useTries({ ref, tries, locale });
  const [said, setSaid] = useState('');
  return (
    <Stack as="section" gap={12} above={22}>
      <SectionHead title={t('learner.tries')} note={t('learner.tries_note')} />
      <Segment<Locale>
        label={t('learner.tries_language')}
        options={locales.map((value) => ({ value, label: localeNames[value] }))}
        value={shown.locale}
        onChoose={(wanted) => act(() => showIn(wanted), t('learner.tries_failed'))}
      />
      <div lang={shown.locale === 'jp' ? 'ja' : shown.locale}>
        <RefusedTries of={shown.tries} without="learner" />
      </div>
      {tries.some(({ code }) => code === null) && (
        <>
          <Input
            label={t('learner.compare')}
            hint={t('learner.compare_hint')}
            value={said}
            onChange={({ currentTarget: { value } }) => {
              setSaid(value);
              act(() => compare(value), t('learner.tries_failed'));
            }}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Outcome of={compared} />
        </>
      )}
    </Stack>
  );
}

function Outcome({ of }: { of: Compared | null }) {
  const t = useT<LearnerWords>();
  return (
    <Text role="status" tone={of?.isTried ? 'done' : 'soft'}>
      {of && t(of.isTried ? 'learner.compare_same' : 'learner.compare_other')}
    </Text>
  );
}
