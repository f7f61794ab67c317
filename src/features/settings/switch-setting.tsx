import { Switch } from '@mantine/core';
import { useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { Field } from '#ui/form/field.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { settingsApi } from './settings.contract.ts';
import type { SettingsWords } from './settings.messages.ts';
import type { SettingRow } from './settings.service.ts';
import styles from './settings-page.module.css';
import { useVersion } from './use-version.ts';

const call = client<typeof settingsApi>();

/** A setting that is on or off, saved as soon as it is switched. */
export function SwitchSetting({ setting }: { setting: SettingRow }) {
  const t = useT<SettingsWords>();
  const { key, label, help } = setting;
  const [on, setOn] = useState(setting.value === true);
  const { version, refresh } = useVersion(setting);
  const show = async () => {
    const stored = await refresh();
    if (stored) setOn(stored.value === true);
  };
  const run = useAct();
  const change = (next: boolean) =>
    run(
      async () => {
        setOn(next);
        const body = { value: next, version: version.current };
        await call('PUT /api/v1/setting/:key', { params: { key }, body }).catch((error: unknown) => {
          setOn(!next);
          // If somebody else has switched it in the meantime, show the current state.
          if (error instanceof ApiError && error.status === 409) void show();
          throw error;
        });
        void show();
        await notify({ message: t('settings.saved', { label }) });
      },
      t('settings.failed', { label }),
    );
  return (
    <Field label={label} hint={help} className={styles.field}>
      {({ id, 'aria-describedby': described }) => (
        <div className={styles.control}>
          <Switch
            id={id}
            aria-describedby={described}
            checked={on}
            onChange={(event) => change(event.currentTarget.checked)}
          />
        </div>
      )}
    </Field>
  );
}
