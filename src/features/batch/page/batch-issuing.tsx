import { Card } from '#ui/kit/card.tsx';
import { confirm, reloadWith } from '#client/dialogs.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Progress } from '#ui/kit/progress.tsx';
import type { BatchState } from '../batch.contract.ts';
import { callBatch } from '../use-batch.ts';

/** The progress of issuing with a way to stop it; or why it failed, and what can be done about it. */
export function BatchIssuing({ batch }: { batch: BatchState }) {
  if (batch.status === 'issuing') return <Issuing batch={batch} />;
  if (batch.status === 'issued') return null;
  return <Stopped batch={batch} />;
}

function Issuing({ batch: { cg_idx, progress, missing } }: { batch: BatchState }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const act = useAct();
  const { done = 0, total = missing } = progress ?? {};
  const cancel = async () => {
    const question = { title: t('code.cancel_issuing'), body: t('code.cancel_body'), agree: t('code.cancel_issuing') };
    if (await confirm({ ...question, danger: true }))
      await callBatch('POST /api/v1/code/batch/:cg_idx/cancel', { params: { cg_idx } });
  };
  return (
    <Card>
      <Progress
        beside
        label={t('code.status_issuing')}
        max={total || missing}
        value={done}
        text={t('code.issuing_of', { done: format.number(done), total: format.number(total || missing) })}
      >
        <Button danger onClick={() => act(cancel, t('code.cancel_failed'))}>
          {t('code.cancel_issuing')}
        </Button>
      </Progress>
    </Card>
  );
}

function Stopped({ batch: { cg_idx, status, problem, missing } }: { batch: BatchState }) {
  const t = useT<CodeWords>();
  const act = useAct();
  const params = { cg_idx };
  const again = async () => {
    await callBatch('POST /api/v1/code/batch/:cg_idx/issue', { params });
    reloadWith(t('code.batch_begun'));
  };
  const giveUp = async () => {
    await callBatch('POST /api/v1/code/batch/:cg_idx/cancel', { params });
    reloadWith(t('code.ended_cancelled'));
  };
  return (
    <Note tone={status === 'failed' ? 'problem' : 'warn'}>
      <Inline as="span" gap="8px 16px">
        {problem ?? t('code.ended_cancelled')} {t('code.missing', { count: missing })}
        <Button onClick={() => act(again, t('code.issue_failed'))}>{t('common.retry')}</Button>
        {status === 'failed' && (
          <Button onClick={() => act(giveUp, t('code.cancel_failed'))}>{t('code.give_up')}</Button>
        )}
      </Inline>
    </Note>
  );
}
