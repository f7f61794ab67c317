import { useState } from 'react';
import { client } from '#client/api.ts';
import type { Made } from '#client/made.ts';
import type { AssistantRight } from '#kernel/work/actor.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { IssuedSecret } from '#ui/form/issued-secret.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Checkbox, Choices } from '#ui/kit/choice.tsx';
import { Input, Select } from '#ui/kit/input.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { apikeyApi, Scope } from './apikey.contract.ts';
import type { ApikeyWords } from './apikey.messages.ts';
import { ExpiryField, endAfter } from './expiry-field.tsx';
import { VendFields } from './vend-fields.tsx';

const call = client<typeof apikeyApi>();
const rights = ['read', 'codes', 'learners', 'propose'] as const satisfies readonly AssistantRight[];

interface ApikeyCreateProps {
  now: number;
  /** The kinds of keys that open something here. */
  scopes: Scope[];
}

/** The dialog that creates a key, and shows it only once. */
export default function ApikeyCreate({ now, scopes }: ApikeyCreateProps) {
  const t = useT<ApikeyWords>();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>(scopes[0] ?? 'read');
  const [batches, setBatches] = useState<Choice[]>([]);
  const [quota, setQuota] = useState('');
  const [may, setMay] = useState<readonly AssistantRight[]>(['read', 'propose']);
  const [days, setDays] = useState(365);
  const [key, setKey] = useState<string | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const form = useUnsaved<HTMLFormElement>(name !== '' && key === null);
  const submission = useSubmit(async () => {
    const expires_at = endAfter(days, now);
    const { results } = await call('POST /api/v1/api_key', {
      body: {
        name,
        scope,
        expires_at,
        ...(scope === 'vend' && { batches: batches.map(({ value }) => Number(value)), quota: Number(quota) }),
        ...(scope === 'assistant' && { may: [...may] }),
      },
    });
    setMade({ id: results.key_idx, title: name });
    setKey(results.key);
  });
  const heading = t('apikey.create');
  if (key !== null) {
    const label = t('apikey.key_of', { name });
    return <IssuedSecret heading={heading} label={label} secret={key} hint={t('apikey.key_hint')} result={made} />;
  }
  return (
    <DialogForm
      ref={form}
      of={submission}
      heading={heading}
      failed={t('apikey.failed')}
      isSaidByField={['name', 'batches', 'quota'].some((field) => submission.fieldError(field) !== undefined)}
      submit={t('common.create')}
    >
      <Input
        label={t('apikey.name')}
        hint={t('apikey.name_hint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={submission.fieldError('name')}
        maxLength={200}
        autoComplete="off"
        required
      />
      <Select
        label={t('apikey.scope')}
        value={scope}
        onChange={({ currentTarget: { value } }) => setScope(scopes.find((one) => one === value) ?? 'read')}
        options={scopes.map((value) => ({ value, label: t(`apikey.scope_${value}`) }))}
      />
      {scope === 'staff' && (
        <Text tone="soft" size="small">
          {t('apikey.staff_hint')}
        </Text>
      )}
      {scope === 'vend' && (
        <VendFields
          batches={batches}
          onBatches={setBatches}
          quota={quota}
          onQuota={setQuota}
          errorOf={(field) => submission.fieldError(field)}
        />
      )}
      {scope === 'assistant' && (
        <Choices label={t('apikey.may')} error={submission.fieldError('may')}>
          {rights.map((right) => (
            <Checkbox
              key={right}
              label={t(`apikey.may_${right}`)}
              hint={t(`apikey.may_${right}_hint`)}
              checked={may.includes(right)}
              onChange={(event) => {
                const isOn = event.currentTarget.checked;
                setMay((chosen) => rights.filter((one) => (one === right ? isOn : chosen.includes(one))));
              }}
            />
          ))}
          <Text tone="soft" size="small">
            {t('apikey.assistant_hint', { address: '/mcp' })}
          </Text>
        </Choices>
      )}
      <ExpiryField days={days} onChange={setDays} />
    </DialogForm>
  );
}
