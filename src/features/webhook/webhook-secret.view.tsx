import { useState } from 'react';
import { client } from '#client/api.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { IssuedSecret } from '#ui/form/issued-secret.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import type { WebhookRecord, webhookApi } from './webhook.contract.ts';
import type { WebhookWords } from './webhook.messages.ts';

const call = client<typeof webhookApi>();

/** The dialog that makes a new secret and shows it once. */
export default function WebhookSecret({ webhook: { wh_idx, name } }: { webhook: WebhookRecord }) {
  const t = useT<WebhookWords>();
  const [secret, setSecret] = useState<string | null>(null);
  const submission = useSubmit(async () => {
    setSecret((await call('POST /api/v1/webhook/:wh_idx/secret', { params: { wh_idx } })).results.secret);
  });
  const heading = t('webhook.new_secret');
  if (secret !== null)
    return (
      <IssuedSecret
        heading={heading}
        label={t('webhook.secret_of', { name })}
        secret={secret}
        hint={t('webhook.secret_hint')}
      />
    );
  return (
    <DialogForm of={submission} heading={heading} failed={t('webhook.secret_failed')} submit={heading}>
      <p>{t('webhook.secret_body')}</p>
    </DialogForm>
  );
}
