import { client } from '#client/api.ts';
import { confirm } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { MailRow, mailApi } from './mail.contract.ts';
import type { MailWords } from './mail.messages.ts';

const call = client<typeof mailApi>();

/** Sends a mail again; asks first if it may have arrived. */
export function useAgain(done: () => Promise<void>) {
  const t = useT<MailWords>();
  const run = useAct();
  return ({ mail_idx, state, to }: Pick<MailRow, 'mail_idx' | 'state' | 'to'>) =>
    run(async () => {
      const question = { title: t('mail.again_title'), body: t('mail.again_body', { to }), agree: t('mail.again') };
      if (state !== 'failed' && !(await confirm(question))) return;
      await call('POST /api/v1/mail/:mail_idx/send', { params: { mail_idx } });
      await done();
    }, t('mail.again_failed'));
}
