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

/** Every setting, in groups; changes take effect immediately. */
export default function SettingsPage({ settings }: { settings: SettingRow[] }) {
  const t = useT<SettingsWords>();
  const titles = {
    catalogue: t('shell.group_catalogue'),
    codes: t('shell.group_codes'),
    portal: t('settings.group_portal'),
    staff: t('settings.group_staff'),
    retention: t('settings.group_retention'),
  };
  return (
    <>
      <PageHead title={t('settings.heading')} />
      {settings.length === 0 && <EmptyState text={t('settings.empty')} />}
      {[...Map.groupBy(settings, ({ group }) => group)].map(([group, those]) => (
        <section key={group} className={styles.group}>
          <h2>{titles[group]}</h2>
          {those.map((setting) => (
            <div key={setting.key} className={styles.setting}>
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
            </div>
          ))}
        </section>
      ))}
    </>
  );
}
