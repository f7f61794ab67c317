import { Switch } from '@mantine/core';
import { useState } from 'react';
import { client } from '#client/api.ts';
import { notify, openFragment } from '#client/dialogs.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useT } from '#ui/interface.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { useAct } from '#ui/use-act.ts';
import type { settingsApi } from './settings.contract.ts';
import type { SettingsWords } from './settings.messages.ts';
import styles from './settings-page.module.css';
import type { SettingRow } from './settings.service.ts';

const call = client<typeof settingsApi>();

/** Every setting; a change takes effect at once. */
export default function SettingsPage({ settings }: { settings: SettingRow[] }) {
  const t = useT<SettingsWords>();
  return (
    <>
      <PageHead title={t('settings.heading')} />
      {settings.length === 0 ? (
        <EmptyState text={t('settings.empty')} />
      ) : (
        <ul className={styles.list}>
          {settings.map((setting) => (
            <li key={setting.key}>
              <SwitchSetting setting={setting} />
              <button
                type="button"
                onClick={() => void openFragment(`/audit/of/setting/${setting.key}`)}
                aria-label={`${t('common.history')}: ${setting.label}`}
              >
                {t('common.history')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function SwitchSetting({ setting: { key, label, help, value } }: { setting: SettingRow }) {
  const t = useT<SettingsWords>();
  const [on, setOn] = useState(value === true);
  const run = useAct();
  const change = (next: boolean) =>
    run(
      async () => {
        setOn(next);
        await call('PUT /api/v1/setting/:key', { params: { key }, body: { value: next } }).catch((error: unknown) => {
          setOn(!next);
          throw error;
        });
        await notify({ message: t('settings.saved', { label }) });
      },
      t('settings.failed', { label }),
    );
  return (
    <Switch label={label} description={help} checked={on} onChange={(event) => change(event.currentTarget.checked)} />
  );
}
