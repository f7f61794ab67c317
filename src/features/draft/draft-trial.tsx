import { useState } from 'react';
import { client } from '#client/api.ts';
import { defaultLocale, languageTag, type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { draftApi } from './draft.contract.ts';
import type { DraftWords } from './draft.messages.ts';
import { trialText } from './draft.rules.ts';

const call = client<typeof draftApi>();

interface Outcome {
  to: Locale;
  text: string | null;
  problem: string | null;
  duration_ms: number;
}

/** One sentence, translated by the stored provider and checked as drafts are; `isReady` if nothing else is typed. */
export function DraftTrial({ isReady }: { isReady: boolean }) {
  const t = useT<DraftWords>();
  const format = useFormat();
  const act = useAct();
  const others = locales.filter((one) => one !== defaultLocale);
  const [to, setTo] = useState<Locale>('ko');
  const [isTrying, setTrying] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = () =>
    act(async () => {
      setTrying(true);
      setOutcome(null);
      const { results } = await call('POST /api/v1/draft/try', { body: { to } }).finally(() => setTrying(false));
      setOutcome({ to, ...results });
    }, t('draft.try_failed'));
  return (
    <Card gap={10}>
      <h2>{t('draft.try')}</h2>
      <Text tone="soft">{t('draft.try_says')}</Text>
      <Text lang={languageTag(defaultLocale)}>{trialText}</Text>
      <Inline>
        <Select
          label={t('draft.field_locale')}
          value={to}
          options={others.map((value) => ({ value, label: localeNames[value] }))}
          onChange={(event) => setTo(others.find((one) => one === event.currentTarget.value) ?? 'ko')}
        />
        <Button busy={isTrying} disabled={!isReady} onClick={run}>
          {t('draft.try_now')}
        </Button>
      </Inline>
      {outcome && (
        <Note tone={outcome.text === null ? 'problem' : 'done'} role="status">
          <Text lang={outcome.text === null ? undefined : languageTag(outcome.to)}>
            {outcome.text ?? outcome.problem}
          </Text>
          <Text tone="soft" size="small">
            {t('draft.answered_in', { seconds: format.number(outcome.duration_ms / 1000) })}
          </Text>
        </Note>
      )}
    </Card>
  );
}
