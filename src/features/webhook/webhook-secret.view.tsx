import { Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '#client/api.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { IssuedSecret } from '#ui/form/issued-secret.tsx';
import { SubmitRow } from '#ui/form/submit-row.tsx';
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
  return (
    <form onSubmit={submission.submit} noValidate>
      <h2>{t('webhook.new_secret')}</h2>
      {secret === null ? (
        <>
          <FormProblem of={submission} title={t('webhook.secret_failed')} />
          <Text size="sm">{t('webhook.secret_body')}</Text>
          <SubmitRow of={submission}>{t('webhook.new_secret')}</SubmitRow>
        </>
      ) : (
        <IssuedSecret label={t('webhook.secret_of', { name })} secret={secret} hint={t('webhook.secret_hint')} />
      )}
    </form>
  );
}
