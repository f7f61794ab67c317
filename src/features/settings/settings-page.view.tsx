import { openFragment } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { FieldSetting } from './field-setting.tsx';
import type { SettingsWords } from './settings.messages.ts';
import type { SettingRow } from './settings.service.ts';
import styles from './settings-page.module.css';
import { SwitchSetting } from './switch-setting.tsx';

/** Every setting; changes take effect immediately. */
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
              {setting.control.kind === 'switch' ? (
                <SwitchSetting setting={setting} />
              ) : (
                <FieldSetting setting={setting} />
              )}
              <button
                type="button"
                className={button.quiet}
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
