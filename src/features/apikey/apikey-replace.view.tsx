import { useState } from 'react';
import { client } from '#client/api.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { IssuedSecret } from '#ui/form/issued-secret.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { apikeyApi } from './apikey.contract.ts';
import type { ApikeyWords } from './apikey.messages.ts';
import { endAfter, ExpiryField } from './expiry-field.tsx';

const call = client<typeof apikeyApi>();

interface ApikeyReplaceProps {
  key_idx: number;
  name: string;
  /** Seconds, by the server's clock. */
  now: number;
}

/** The dialog that replaces the key of an assistant, and shows the new one only once. */
export default function ApikeyReplace({ key_idx, name, now }: ApikeyReplaceProps) {
  const t = useT<ApikeyWords>();
  const [days, setDays] = useState(365);
  const [key, setKey] = useState<string | null>(null);
  const submission = useSubmit(async () => {
    const body = { expires_at: endAfter(days, now) };
    const { results } = await call('POST /api/v1/api_key/:key_idx/replace', { params: { key_idx }, body });
    setKey(results.key);
  });
  const heading = t('apikey.replace_title', { name });
  if (key !== null) {
    const label = t('apikey.key_of', { name });
    return <IssuedSecret heading={heading} label={label} secret={key} hint={t('apikey.key_hint')} />;
  }
  return (
    <DialogForm
      of={submission}
      heading={heading}
      failed={t('apikey.replace_failed', { name })}
      submit={t('apikey.replace')}
    >
      <Text>{t('apikey.replace_body')}</Text>
      <ExpiryField days={days} onChange={setDays} />
    </DialogForm>
  );
}
