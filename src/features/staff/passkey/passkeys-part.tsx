import { browserSupportsWebAuthn, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { useState } from 'react';
import { client } from '#client/api.ts';
import { alertMessage, confirm, notify } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card, CardHead, Noted } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { StaffWords } from '../staff.messages.ts';
import type { Passkey, passkeyApi } from './passkey.contract.ts';
import { PasskeyRow } from './passkey-row.tsx';

const call = client<typeof passkeyApi>();

interface PasskeysPartProps {
  passkeys: Passkey[];
  /** The address of this page, if it cannot have passkeys. */
  addressWithout: string | null;
  /** Whether the account must have a passkey or two-factor. */
  needed: boolean;
  /** Whether the last passkey may be removed. */
  lastMayGo: boolean;
}

/** The passkeys of the person's own account: to add, rename and remove them. */
export function PasskeysPart({ passkeys: initial, addressWithout, needed, lastMayGo }: PasskeysPartProps) {
  const t = useT<StaffWords>();
  const { passkeys, add, isAdding, rename, remove } = usePasskeys(initial);
  return (
    <Card>
      <CardHead>
        <Noted>
          <h2>{t('staff.passkeys')}</h2>
          {needed && <small>{t('staff.passkeys_needed')}</small>}
        </Noted>
        {addressWithout === null && (
          <Button size="small" busy={isAdding} onClick={add}>
            <Icon name="add" />
            {t('staff.passkey_add')}
          </Button>
        )}
      </CardHead>
      <Text tone="soft">
        {addressWithout === null ? t('staff.passkeys_hint') : t('staff.passkeys_address', { address: addressWithout })}
      </Text>
      {passkeys.length > 0 && (
        <Stack as="ul" gap={0} above={12} ruled="all">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.key_idx}
              passkey={passkey}
              onRename={(name) => rename(passkey, name)}
              onRemove={lastMayGo || passkeys.length > 1 ? () => remove(passkey) : null}
            />
          ))}
        </Stack>
      )}
    </Card>
  );
}

/** The passkeys on the screen, read again after each act. */
function usePasskeys(initial: Passkey[]) {
  const t = useT<StaffWords>();
  const run = useAct();
  const [passkeys, setPasskeys] = useState(initial);
  const [isAdding, setAdding] = useState(false);
  const refresh = async () => setPasskeys((await call('GET /api/v1/passkey', {})).results);
  const add = () =>
    run(async () => {
      if (!browserSupportsWebAuthn()) return alertMessage(t('staff.passkey_no_browser'));
      setAdding(true);
      try {
        const { results } = await call('POST /api/v1/passkey/options', {});
        const answer = await startRegistration({ optionsJSON: results });
        await call('POST /api/v1/passkey', { body: answer });
      } catch (error) {
        return await refusedHere(error, t('staff.passkey_here'));
      } finally {
        setAdding(false);
      }
      await refresh();
      await notify({ message: t('staff.passkey_added') });
    }, t('staff.passkey_add_failed'));
  const rename = async ({ key_idx, version }: Passkey, name: string) => {
    try {
      await call('PUT /api/v1/passkey/:key_idx', { params: { key_idx }, body: { name, version } });
    } finally {
      // Also of a name that another tab has changed: once that was said, Save changes it.
      await refresh();
    }
  };
  const remove = ({ key_idx, name }: Passkey) =>
    run(async () => {
      const question = { title: t('staff.passkey_remove_title', { name }), body: t('staff.passkey_remove_body') };
      if (!(await confirm({ ...question, agree: t('staff.passkey_remove'), danger: true }))) return;
      await call('DELETE /api/v1/passkey/:key_idx', { params: { key_idx } });
      await refresh();
      await notify({ message: t('staff.passkey_removed') });
    });
  return { passkeys, add, isAdding, rename, remove };
}

/** What the browser itself refused: nothing is said if the person cancelled. */
async function refusedHere(error: unknown, already: string): Promise<void> {
  if (!(error instanceof Error) || !(error instanceof WebAuthnError || error.name === 'NotAllowedError')) throw error;
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    await notify({ message: already, tone: 'problem' });
}
