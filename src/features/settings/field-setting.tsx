import { Button, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import type { settingsApi } from './settings.contract.ts';
import type { SettingsWords } from './settings.messages.ts';
import type { SettingRow } from './settings.service.ts';
import { TextsInput } from './texts-input.tsx';
import { useVersion } from './use-version.ts';

const call = client<typeof settingsApi>();

/** A setting that is typed or chosen, and saved by a button. Errors are shown at its field. */
export function FieldSetting({ setting }: { setting: SettingRow }) {
  const t = useT<SettingsWords>();
  const { key, label } = setting;
  const [saved, setSaved] = useState(setting.value);
  const [value, setValue] = useState(setting.value);
  const { version, refresh } = useVersion(setting);
  const isChanged = JSON.stringify(value) !== JSON.stringify(saved);
  const form = useUnsaved<HTMLFormElement>(isChanged);
  const submission = useSubmit(async () => {
    await call('PUT /api/v1/setting/:key', { params: { key }, body: { value, version: version.current } });
    setSaved(value);
    await refresh();
    await notify({ message: t('settings.saved', { label }) });
  });
  const isAtField = Object.keys(submission.error?.fields ?? {}).length > 0;
  return (
    <form ref={form} onSubmit={submission.submit} noValidate style={{ flex: 1 }}>
      <Stack gap="xs">
        {!isAtField && <FormProblem of={submission} title={t('settings.failed', { label })} />}
        <Field setting={setting} value={value} onChange={setValue} errorOf={submission.fieldError} />
        <Group>
          <Button type="submit" size="compact-sm" disabled={!isChanged} loading={submission.pending}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldProps {
  setting: SettingRow;
  value: unknown;
  onChange: (value: unknown) => void;
  errorOf: (field: string) => string | undefined;
}

function Field({ setting: { label, help, control }, value, onChange, errorOf }: FieldProps) {
  const common = { label, description: help, error: errorOf('value') };
  switch (control.kind) {
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          // An empty field is not a number; the server reports that.
          onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
          allowDecimal={!control.whole}
          clampBehavior="none"
          // Too small to press; the arrow keys do the same.
          hideControls
          styles={{ wrapper: { maxWidth: 240 } }}
        />
      );
    case 'text':
      return (
        <TextInput
          {...common}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={control.max}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={[...control.choices]}
          styles={{ wrapper: { maxWidth: 360 } }}
        />
      );
    case 'texts':
      return (
        <TextsInput
          {...common}
          {...control}
          texts={Array.isArray(value) ? value : []}
          onChange={onChange}
          errorOf={errorOf}
        />
      );
    default:
      return null;
  }
}
