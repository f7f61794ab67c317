import { type SubmitEvent, useState } from 'react';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { DateField } from '#ui/date/date-field.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import type { Handed, ShownThread, ThreadPerson } from './thread.contract.ts';
import type { ThreadWords } from './thread.messages.ts';

interface HandOverProps {
  handed: ShownThread['handed'];
  colleagues: readonly ThreadPerson[];
  /** 'YYYY-MM-DD'. */
  today: string;
  onHand: (handed: Handed | null) => Promise<void>;
  onClose: () => void;
}

/** Asks who decides, and by which day. */
export function HandOver({ handed, colleagues, today, onHand, onClose }: HandOverProps) {
  const t = useT<ThreadWords>();
  const act = useAct();
  const [to, setTo] = useState(handed?.to.staff_id ?? '');
  const [until, setUntil] = useState(handed?.until ?? '');
  const [busy, setBusy] = useState(false);
  const hand = (next: Handed | null) => {
    setBusy(true);
    act(() => onHand(next).finally(() => setBusy(false)), t('thread.failed'));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (to !== '' && until >= today) hand({ to, until });
  };
  return (
    <Stack as="form" tight onSubmit={submit} aria-label={t('thread.hand_heading')}>
      <Grid least={150} filled>
        <Select
          label={t('thread.hand_to')}
          value={to}
          required
          options={[
            { value: '', label: '—' },
            ...colleagues.map(({ staff_id, name }) => ({ value: staff_id, label: `${name} (${staff_id})` })),
          ]}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <DateField label={t('thread.hand_until')} value={until} min={today} onChange={setUntil} required />
      </Grid>
      <Inline tight end>
        <Button variant="plain" size="small" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {handed && (
          <Button size="small" disabled={busy} onClick={() => hand(null)}>
            {t('thread.hand_back')}
          </Button>
        )}
        <Button type="submit" variant="primary" size="small" busy={busy} disabled={to === '' || until < today}>
          {t('thread.hand_submit')}
        </Button>
      </Inline>
    </Stack>
  );
}
