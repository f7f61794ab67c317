import { type SubmitEvent, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { HomeWords } from './home.messages.ts';
import { dayAfter } from './snooze.rules.ts';

interface SnoozeDateProps {
  /** 'YYYY-MM-DD'. */
  today: string;
  onChoose: (day: string) => void;
  onClose: () => void;
}

/** Asks for the day until which a row is snoozed. */
export function SnoozeDate({ today, onChoose, onClose }: SnoozeDateProps) {
  const t = useT<HomeWords>();
  const first = dayAfter(today, 1);
  const [day, setDay] = useState(first);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (day <= today) return;
    onClose();
    onChoose(day);
  };
  return (
    <form onSubmit={submit}>
      <Inline tight whole>
        <Input
          type="date"
          aria-label={t('home.snoozed_until')}
          min={first}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          required
          ref={(field) => field?.focus()}
        />
        <Button type="submit" variant="quiet">
          {t('home.snooze')}
        </Button>
      </Inline>
    </form>
  );
}
