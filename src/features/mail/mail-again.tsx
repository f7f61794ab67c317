import { useState } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import type { MailRow, mailApi } from './mail.contract.ts';
import type { MailWords } from './mail.messages.ts';
import { useAgain } from './use-again.ts';

const call = client<typeof mailApi>();

type AgainProps = Pick<MailRow, 'mail_idx' | 'state' | 'to'>;

/** Sends a mail again. */
export function MailAgain({ mail }: { mail: AgainProps }) {
  const t = useT<MailWords>();
  const again = useAgain(async () => reloadWith(t('mail.again_done')));
  return (
    <Button variant="primary" onClick={() => again(mail)}>
      {t('mail.again')}
    </Button>
  );
}

/** Sends a mail with a file again, to any address; also from now on if what it was made by can. */
export function MailAgainTo({
  mail: { mail_idx, state, to: given },
  canReaddress,
}: {
  mail: AgainProps;
  canReaddress: boolean;
}) {
  const t = useT<MailWords>();
  const [to, setTo] = useState(given);
  // An address that takes no mail would take the next one no better.
  const [forGood, setForGood] = useState(state === 'failed');
  const isOther = canReaddress && to.trim() !== given;
  const submission = useSubmit(async () => {
    await call('POST /api/v1/mail/:mail_idx/send', {
      params: { mail_idx },
      body: { to, ...(isOther && { from_now_on: forGood }) },
    });
    reloadWith(t('mail.again_done'));
  });
  const refused = submission.fieldError('to');
  return (
    <Card as="form" onSubmit={submission.submit} noValidate>
      <Stack>
        {!refused && <FormProblem of={submission} title={t('mail.again_failed')} />}
        <Input
          label={t('mail.field_to')}
          name="to"
          type="email"
          maxLength={254}
          autoComplete="off"
          required
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={refused}
        />
        {isOther && (
          <Checkbox
            name="from_now_on"
            label={t('mail.from_now_on')}
            checked={forGood}
            onChange={(event) => setForGood(event.currentTarget.checked)}
          />
        )}
        <Acts>
          <Button variant="primary" type="submit" busy={submission.pending}>
            {t('mail.again')}
          </Button>
        </Acts>
      </Stack>
    </Card>
  );
}
