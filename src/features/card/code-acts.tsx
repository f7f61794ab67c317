import { useState } from 'react';
import type { CodeWords } from '#features/code/code.public.ts';
import { DateInput } from '#ui/date/date-input.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Segment } from '#ui/kit/segment.tsx';
import { Text, Unseen } from '#ui/kit/text.tsx';
import type { CodeCard } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';
import type { CardState } from './use-card.ts';

/** What can be done with a code; what cannot says why. */
export function CodeActs({ card, state }: { card: CodeCard; state: CardState }) {
  const t = useT<CardWords & CodeWords>();
  const { refused } = card;
  const [memo, setMemo] = useState('');
  const stands = card.state === 'canceled' ? 'restore' : 'cancel';
  const reasons = [...new Set([refused.extend, refused[stands], refused.replace])].filter((reason) => reason !== null);
  return (
    <Stack tight>
      <Inline tight>
        <Extend key={card.extends?.from ?? ''} card={card} onExtend={(day) => state.extend(card, day, memo)} />
        <Inline as="span" whole even tight last>
          <Button
            danger={stands === 'cancel'}
            aria-keyshortcuts="C"
            disabled={refused[stands] !== null}
            onClick={() => state[stands](card, memo)}
          >
            {t(`code.${stands}`)} <kbd aria-hidden="true">C</kbd>
          </Button>
          <Button aria-keyshortcuts="R" disabled={refused.replace !== null} onClick={() => state.replace(card, memo)}>
            {t('code.replace')} <kbd aria-hidden="true">R</kbd>
          </Button>
        </Inline>
      </Inline>
      <Input
        label={t('code.change_memo')}
        maxLength={2000}
        autoComplete="off"
        value={memo}
        onChange={({ currentTarget }) => setMemo(currentTarget.value)}
      />
      <Text tone="soft" size="fine">
        {card.extends && t(`card.extends_${card.extends.field}`)} {reasons.join(' ')}
      </Text>
    </Stack>
  );
}

const choices = [7, 30, 90] as const;

const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** Sets by how many days, or until when, and does it. */
function Extend({ card: { extends: extending }, onExtend }: { card: CodeCard; onExtend: (day: string) => void }) {
  const t = useT<CardWords>();
  const format = useFormat();
  const from = extending?.from ?? '';
  const [days, setDays] = useState<number | null>(30);
  const [picked, setPicked] = useState('');
  const day = from === '' ? '' : days === null ? picked : addDays(from, days);
  const isDay = day !== '' && day > from;
  return (
    <>
      <Button variant="primary" aria-keyshortcuts="E" disabled={!isDay} onClick={() => onExtend(day)}>
        {days === null && isDay
          ? t('card.extend_to', { day: format.calendarDay(day) })
          : t('card.extend', { count: days ?? 30 })}{' '}
        <kbd aria-hidden="true">E</kbd>
      </Button>
      {extending && (
        <Inline as="span" tight>
          <Segment
            label={t('card.extend_choice')}
            value={String(days)}
            onChoose={(count) => setDays(Number(count))}
            options={choices.map((count) => ({
              value: String(count),
              label: (
                <>
                  <span aria-hidden>+{count}</span>
                  <Unseen>{t('card.days', { count })}</Unseen>
                </>
              ),
            }))}
          />
          <DateInput
            aria-label={t('card.extend_day')}
            min={addDays(from, 1)}
            value={day}
            onChange={(typed) => {
              setDays(null);
              setPicked(typed);
            }}
          />
        </Inline>
      )}
    </>
  );
}
