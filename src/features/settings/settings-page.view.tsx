import { Card } from '#ui/kit/card.tsx';
import { useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { notify, openFragment } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Switch } from '#ui/kit/choice.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Field } from '#ui/kit/field.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { FieldSetting } from './field-setting.tsx';
import type { settingsApi } from './settings.contract.ts';
import type { SettingsWords } from './settings.messages.ts';
import type { SettingRow } from './settings.service.ts';
import styles from './settings-page.module.css';
import { useVersion } from './use-version.ts';

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
        <Stack key={group} gap={0} widest={860}>
          <Card>
            <h2>{titles[group]}</h2>
            <Stack gap={0} ruled>
              {those.map((setting) => (
                <Grid key={setting.key} columns="minmax(0, 1fr) auto" gap={16} pad="10px 0">
                  <Setting setting={setting} />
                  <Button
                    variant="quiet"
                    onClick={() => void openFragment(`/audit/of/setting/${setting.key}`)}
                    aria-label={`${t('common.history')}: ${setting.label}`}
                  >
                    {t('common.history')}
                  </Button>
                </Grid>
              ))}
            </Stack>
          </Card>
        </Stack>
      ))}
    </>
  );
}

function Setting({ setting }: { setting: SettingRow }) {
  const { control, label, help } = setting;
  if (control.kind === 'switch') return <SwitchSetting setting={setting} />;
  if (control.kind !== 'page') return <FieldSetting setting={setting} />;
  return (
    <Field label={label} hint={help} className={styles.field}>
      {({ id }) => (
        <Inline tight className={styles.control}>
          <ButtonLink id={id} href={control.href}>
            {label}
          </ButtonLink>
        </Inline>
      )}
    </Field>
  );
}

const call = client<typeof settingsApi>();

/** A setting that is on or off, saved as soon as it is switched. */
function SwitchSetting({ setting }: { setting: SettingRow }) {
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
        const { results } = await call('PUT /api/v1/setting/:key', { params: { key }, body }).catch(
          (error: unknown) => {
            setOn(!next);
            // If somebody else has switched it in the meantime, show the current state.
            if (error instanceof ApiError && error.status === 409) void show();
            throw error;
          },
        );
        void show();
        await notify({ message: t('settings.saved', { label }), undo: results.act_idx, undone: show });
      },
      t('settings.failed', { label }),
    );
  return (
    <Field label={label} hint={help} className={styles.field}>
      {({ id, 'aria-describedby': described }) => (
        <Inline tight className={styles.control}>
          <Switch
            id={id}
            aria-describedby={described}
            checked={on}
            onChange={(event) => change(event.currentTarget.checked)}
          />
        </Inline>
      )}
    </Field>
  );
}
