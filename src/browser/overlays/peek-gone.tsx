import { useEffect, useState } from 'react';
import type { undoApi } from '#kernel/changesets/undos.contract.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { client } from '../../client/api.ts';
import { notify } from '../../client/dialogs.ts';
import type { Peeked } from '../../client/peek.ts';
import { undoOrAsk } from './undo-act.ts';

const call = client<typeof undoApi>();

interface PeekGoneProps {
  at: Peeked;
  /** Says that there is no such record. */
  message: string;
}

/** Who deleted the record that was shown beside its list, with a way to restore it where that is possible. */
export function PeekGone({ at: { row, title }, message }: PeekGoneProps) {
  const t = useT();
  const { text } = useInterface();
  const format = useFormat();
  const [shown, setShown] = useState(message);
  const [act, setAct] = useState<number | null>(null);
  useEffect(() => {
    const findDeletion = async () => {
      const { results } = await call('GET /api/v1/deletion', { query: { href: row } });
      if (!results) return;
      setShown(t('peek.gone', { name: results.actor ?? t('actor.system'), time: format.dateTime(results.at) }));
      setAct(results.act_idx);
    };
    // Without an answer it stays with what is known.
    findDeletion().catch(() => undefined);
  }, [row]);
  const restore = () =>
    act !== null &&
    void undoOrAsk(act, text).catch(({ message: reason }: Error) =>
      notify({ title: t('undo.failed'), message: reason, tone: 'problem' }),
    );
  return (
    <div role="status">
      <strong>{title}</strong>
      <Inline tight>
        <p>{shown}</p>
        {act !== null && (
          <Button variant="soft" size="small" onClick={restore}>
            {t('peek.restore')}
          </Button>
        )}
      </Inline>
    </div>
  );
}
