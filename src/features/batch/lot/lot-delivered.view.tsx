import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { lotApi } from './lot.contract.ts';
import type { LotDelivery } from './lot.store.ts';

const call = client<typeof lotApi>();

interface LotDeliveredProps {
  lot: LotDelivery;
  /** Whose batch it is: the likely recipient. */
  customer: string;
  /** In the office's time zone. */
  today: string;
}

/** The dialog that says to whom the codes of a lot were delivered, and when; finishes with the act. */
export default function LotDelivered({ lot: of, customer, today }: LotDeliveredProps) {
  const t = useT<CodeWords>();
  const { cg_idx, lot, version } = of;
  const [to, setTo] = useState(of.handed_to || customer);
  const [on, setOn] = useState(of.handed_on || today);
  const form = useUnsaved<HTMLFormElement>(to !== (of.handed_to || customer) || on !== (of.handed_on || today));
  const saving = useSubmit(async () => {
    const body = { handed_to: to, handed_on: on, version };
    const { results } = await call('PUT /api/v1/code/batch/:cg_idx/lot/:lot', { params: { cg_idx, lot }, body });
    await finishFragment({ act: results.act_idx });
  });
  const errors = (['handed_to', 'handed_on'] as const).map((field) => saving.fieldError(field));
  return (
    <DialogForm
      ref={form}
      of={saving}
      heading={t('code.deliver_lot', { lot })}
      failed={t('code.deliver_failed')}
      isSaidByField={errors.some((error) => error !== undefined)}
      submit={t('code.deliver_done')}
    >
      <Input
        name="handed_to"
        label={t('code.field_handed_to')}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        error={errors[0]}
        maxLength={200}
        required
        autoComplete="off"
      />
      <DateField
        name="handed_on"
        label={t('code.field_handed_on')}
        max={today}
        value={on}
        onChange={setOn}
        error={errors[1]}
        required
      />
    </DialogForm>
  );
}
