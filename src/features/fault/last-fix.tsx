import { askToUndo, openFragment } from '#client/dialogs.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { FaultWords } from './fault.messages.ts';

export interface LastFixProps {
  /** The last fix that still stands, of this week. */
  last: { act: number; at: number; actor: string | null; count: number } | null;
}

/** `some` tells that it can be undone for some of its records. */
type Shown = LastFixProps & { some: boolean };

/** What was fixed last and how, and its undo: of all, or of the records that are chosen. */
export function LastFix({ last, some }: Shown) {
  const t = useT<FaultWords>();
  const format = useFormat();
  if (!last) return null;
  const { act, at, actor, count } = last;
  return (
    <Inline tight below={12}>
      {t('fault.last_fix', { count, name: actor ?? t('actor.system'), time: format.dateTime(at) })}
      <Button size="small" onClick={() => void openFragment(`/audit/act/${act}`)}>
        {t(some ? 'fault.undo_some' : 'fault.show')}
      </Button>
      <Button size="small" onClick={() => void askToUndo(act)}>
        {t('undo.undo')}
      </Button>
    </Inline>
  );
}
