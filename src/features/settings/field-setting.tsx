import { useState } from 'react';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { BareInput, BareSelect } from '#ui/kit/bare-field.tsx';
import { Button } from '#ui/kit/button.tsx';
import { type Control, Field } from '#ui/kit/field.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { settingsApi } from './settings.contract.ts';
import type { SettingsWords } from './settings.messages.ts';
import type { SettingRow } from './settings.service.ts';
import styles from './settings-page.module.css';
import { TextsInput } from './texts-input.tsx';
import { useVersion } from './use-version.ts';

const call = client<typeof settingsApi>();

/** A setting that is typed or chosen, and saved by a button. Errors are shown at its field. */
export function FieldSetting({ setting }: { setting: SettingRow }) {
  const t = useT<SettingsWords>();
  const { key, label, help } = setting;
  const [saved, setSaved] = useState(setting.value);
  const [value, setValue] = useState(setting.value);
  const { version, refresh } = useVersion(setting);
  const isChanged = JSON.stringify(value) !== JSON.stringify(saved);
  const form = useUnsaved<HTMLFormElement>(isChanged);
  const submission = useSubmit(async () => {
    const body = { value, version: version.current };
    const { results } = await call('PUT /api/v1/setting/:key', { params: { key }, body });
    // The button that was pressed disappears.
    form.current?.querySelector<HTMLElement>('input, select')?.focus();
    setSaved(value);
    await refresh();
    const undone = async () => {
      const stored = await refresh();
      if (!stored) return;
      setSaved(stored.value);
      setValue(stored.value);
    };
    await notify({ message: t('settings.saved', { label }), undo: results.act_idx, undone });
  });
  const isAtField = Object.keys(submission.error?.fields ?? {}).length > 0;
  return (
    <form ref={form} onSubmit={submission.submit} noValidate>
      {!isAtField && <FormProblem of={submission} title={t('settings.failed', { label })} />}
      <Field label={label} hint={help} error={submission.fieldError('value')} className={styles.field}>
        {(control) => (
          <Inline tight className={styles.control}>
            <Value
              setting={setting}
              control={control}
              value={value}
              onChange={setValue}
              errorOf={submission.fieldError}
            />
            {isChanged && (
              <Button type="submit" variant="primary" disabled={submission.pending}>
                {t('common.save')}
              </Button>
            )}
          </Inline>
        )}
      </Field>
    </form>
  );
}

interface ValueProps {
  setting: SettingRow;
  control: Control;
  value: unknown;
  onChange: (value: unknown) => void;
  errorOf: (field: string) => string | undefined;
}

function Value({ setting: { label, control: kind }, control, value, onChange, errorOf }: ValueProps) {
  switch (kind.kind) {
    case 'number':
      return (
        <BareInput
          {...control}
          type="number"
          step={kind.whole ? 1 : 'any'}
          value={typeof value === 'number' ? value : ''}
          // An empty field is not a number; the server reports that.
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
        />
      );
    case 'text':
      return (
        <BareInput
          {...control}
          size={Math.min(kind.max, 40)}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={kind.max}
        />
      );
    case 'choice':
      return (
        <BareSelect {...control} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
          {kind.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </BareSelect>
      );
    case 'texts':
      return (
        <TextsInput
          {...kind}
          label={label}
          control={control}
          texts={Array.isArray(value) ? value : []}
          onChange={onChange}
          errorOf={errorOf}
        />
      );
    default:
      return null;
  }
}
