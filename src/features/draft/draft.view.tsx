import { useState } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import type { SettingsApi } from '#features/settings/settings.public.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Radio, RadioGroup } from '#ui/kit/choice.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import { Split } from '#ui/kit/split.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import type { DraftWords } from './draft.messages.ts';
import { providerChoices, usual } from './draft.rules.ts';
import { DraftAside } from './draft-aside.tsx';
import type { DraftPage } from './draft-page.read.ts';
import { DraftTrial } from './draft-trial.tsx';

const call = client<SettingsApi>();

/** Who translates for translators, where, and how much; what it was used for, and a trial. */
export default function Drafts({ value: stored, version, keyGiver, ...used }: DraftPage) {
  const t = useT<DraftWords>();
  const format = useFormat();
  const [value, setValue] = useState(stored);
  const [typedKey, setTypedKey] = useState('');
  const isChanged = typedKey !== '' || JSON.stringify(value) !== JSON.stringify(stored);
  const form = useUnsaved<HTMLFormElement>(isChanged);
  const submission = useSubmit(async () => {
    const body = { value: { ...value, ...(typedKey !== '' && { key: typedKey }) }, version };
    const { results } = await call('PUT /api/v1/setting/:key', { params: { key: 'drafts' }, body });
    reloadWith(t('draft.saved'), results.act_idx);
  });
  const { provider } = value;
  const isUsual = Object.values(usual).some(({ url }) => url === value.url);
  const choose = (name: string) => {
    const next = providerChoices.find((one) => one === name) ?? 'off';
    const url = next === 'off' || (value.url !== '' && !isUsual) ? value.url : usual[next].url;
    setValue({ ...value, provider: next, url });
  };
  const errorOf = (field: string) => submission.fieldError(`value.${field}`);
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('draft.settings'), href: '/settings' }]} />
      <PageHead title={t('draft.setting')} />
      <Text tone="soft" below={12}>
        {t('draft.setting_help')}
      </Text>
      <Split>
        <Stack gap={16}>
          <Card as="form" ref={form} onSubmit={submission.submit} noValidate gap={14}>
            <FormProblem of={submission} title={t('draft.not_saved')} />
            <RadioGroup label={t('draft.field_provider')} value={provider} onChange={choose}>
              {providerChoices.map((name) => (
                <Radio key={name} value={name} label={t(`draft.provider_${name}`)} />
              ))}
            </RadioGroup>
            {provider !== 'off' && (
              <>
                <Input
                  label={t('draft.field_origin')}
                  hint={t('draft.address_hint')}
                  name="url"
                  type="url"
                  value={value.url}
                  maxLength={2000}
                  required
                  error={errorOf('url')}
                  onChange={({ currentTarget: { value: url } }) => setValue({ ...value, url })}
                />
                <Input
                  label={t('draft.key_label')}
                  hint={
                    keyGiver
                      ? t('draft.key_set', { name: keyGiver.by ?? '', date: format.date(keyGiver.at) })
                      : t(usual[provider].needsKey ? 'draft.key_needed' : 'draft.key_optional')
                  }
                  name="key"
                  type="password"
                  autoComplete="off"
                  value={typedKey}
                  maxLength={500}
                  error={errorOf('key')}
                  onChange={(event) => setTypedKey(event.currentTarget.value)}
                />
                {provider === 'openai' && (
                  <Input
                    label={t('draft.model')}
                    name="model"
                    value={value.model}
                    maxLength={200}
                    required
                    error={errorOf('model')}
                    onChange={({ currentTarget: { value: model } }) => setValue({ ...value, model })}
                  />
                )}
                <Input
                  label={t('draft.limit_label')}
                  hint={t('draft.limit_hint', { used: used.used })}
                  name="characters_a_month"
                  type="number"
                  min={0}
                  max={1_000_000_000}
                  value={Number.isNaN(value.characters_a_month) ? '' : String(value.characters_a_month)}
                  error={errorOf('characters_a_month')}
                  onChange={({ currentTarget: { valueAsNumber: characters_a_month } }) =>
                    setValue({ ...value, characters_a_month })
                  }
                />
                <Input
                  label={t('draft.price_label')}
                  hint={t('draft.price_hint')}
                  name="price"
                  inputMode="decimal"
                  value={value.price ?? ''}
                  maxLength={17}
                  error={errorOf('price')}
                  onChange={({ currentTarget: { value: price } }) =>
                    setValue({ ...value, price: price.trim() === '' ? null : price.trim() })
                  }
                />
                <Input
                  label={t('draft.currency')}
                  name="currency"
                  value={value.currency}
                  maxLength={3}
                  error={errorOf('currency')}
                  onChange={({ currentTarget: { value: currency } }) =>
                    setValue({ ...value, currency: currency.toUpperCase() })
                  }
                />
              </>
            )}
            <Acts>
              <Button
                disabled={!isChanged}
                onClick={() => {
                  setValue(stored);
                  setTypedKey('');
                }}
              >
                {t('common.cancel')}
              </Button>
              <Button type="submit" variant="primary" busy={submission.pending} disabled={!isChanged}>
                {t('common.save')}
              </Button>
            </Acts>
          </Card>
          {stored.provider !== 'off' && <DraftTrial isReady={!isChanged} />}
        </Stack>
        <DraftAside value={stored} {...used} />
      </Split>
    </>
  );
}
