import { useState } from 'react';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { localeNames, locales } from '#kernel/messages/locale.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Switch } from '#ui/kit/choice.tsx';
import { Input, Select } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { StaffWords } from '../staff.messages.ts';
import { NewAddressNote } from './new-address-note.tsx';
import type { MailSettings, staffMailApi } from './staff-mail.contract.ts';

const call = client<typeof staffMailApi>();

/** Where the person gets mail, and which: null if the product sends none. */
export function MailPart({ mail, hasPassword }: { mail: MailSettings | null; hasPassword: boolean }) {
  const t = useT<StaffWords>();
  return (
    <Card>
      <h2>{t('staff.mail')}</h2>
      {mail ? <MailForm mail={mail} hasPassword={hasPassword} /> : <Text tone="soft">{t('staff.mail_off')}</Text>}
    </Card>
  );
}

function MailForm({ mail, hasPassword }: { mail: MailSettings; hasPassword: boolean }) {
  const t = useT<StaffWords>();
  const run = useAct();
  const [stored, setStored] = useState(mail);
  const [given, setGiven] = useState({ address: mail.address, locale: mail.locale });
  const [password, setPassword] = useState('');
  const needsPassword = hasPassword && given.address !== stored.address;
  const differs = given.address !== stored.address || given.locale !== stored.locale;
  const form = useUnsaved<HTMLFormElement>(differs);
  const show = (settings: MailSettings) => {
    setStored(settings);
    setGiven({ address: settings.address, locale: settings.locale });
  };
  // A link was opened, or another tab has changed them; what is typed here stays, and is refused as stale.
  if (mail.version > stored.version && !differs) show(mail);
  const save = async (
    change: Partial<typeof given> & { current_password?: string; choices?: Record<string, boolean> },
  ) => {
    const { results } = await call('PUT /api/v1/staff/me/mail', { body: { ...change, version: stored.version } });
    if (change.address === undefined) setStored(results);
    else show(results);
    setPassword('');
    const sent = results.new_address;
    const isSent = sent !== null && sent.address === change.address;
    await notify({ message: isSent ? t('staff.new_address_sent', sent) : t('staff.mail_saved') });
  };
  const submission = useSubmit(() => save({ ...given, ...(needsPassword && { current_password: password }) }));
  const refused = submission.fieldError('address') ?? submission.fieldError('current_password');
  return (
    <form ref={form} onSubmit={submission.submit} noValidate>
      <Stack narrow>
        {!refused && <FormProblem of={submission} title={t('staff.mail_failed')} />}
        <Input
          label={t('staff.mail_address')}
          type="email"
          name="address"
          autoComplete="email"
          value={given.address}
          onChange={(event) => setGiven({ ...given, address: event.currentTarget.value })}
          error={submission.fieldError('address')}
          maxLength={254}
        />
        {needsPassword && (
          <Input
            label={t('staff.current_password')}
            type="password"
            name="current_password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={submission.fieldError('current_password')}
            maxLength={1024}
            required
          />
        )}
        <Select
          label={t('staff.mail_language')}
          value={given.locale}
          onChange={(event) => {
            const locale = locales.find((one) => one === event.currentTarget.value);
            if (locale) setGiven({ ...given, locale });
          }}
          options={locales.map((value) => ({ value, label: localeNames[value] }))}
        />
        <Button type="submit" busy={submission.pending} disabled={!differs}>
          {t('common.save')}
        </Button>
        {stored.new_address && <NewAddressNote waiting={stored.new_address} onChanged={setStored} />}
        {stored.address !== '' &&
          stored.kinds.map(({ kind, label, on }) => (
            <Switch
              key={kind}
              label={label}
              checked={on}
              onChange={(event) => {
                const choices = { [kind]: event.currentTarget.checked };
                run(() => save({ choices }), t('staff.mail_failed'));
              }}
            />
          ))}
      </Stack>
    </form>
  );
}
