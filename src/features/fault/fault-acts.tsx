import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import type { FaultWords } from './fault.messages.ts';
import { useFaultActs } from './use-fault-acts.ts';
import { useFaultKeys } from './use-fault-keys.ts';
import type { Ticks } from './use-ticks.ts';

interface FaultActsProps {
  kind: { fault: string; fixable: boolean; asks: string | null };
  ticks: Ticks;
}

/** What can be done about the ticked records. The page is the preview, so nothing is asked before a fix that it shows. */
export function FaultActs({ kind, ticks }: FaultActsProps) {
  const t = useT<FaultWords>();
  const acts = useFaultActs(kind.fault, ticks, kind.asks);
  useFaultKeys();
  const { count } = ticks;
  return (
    <>
      <WorkProgress of={acts.work} />
      <Button aria-keyshortcuts="D" onClick={() => acts.dismiss('change')}>
        {t('fault.dismiss', { count })}
      </Button>
      <RowMenu
        label={t('common.more')}
        items={[{ label: t('fault.dismiss_always'), act: () => acts.dismiss('always') }]}
      />
      {kind.fixable && (
        <Button
          variant="primary"
          busy={acts.isBusy}
          aria-keyshortcuts="Control+Enter"
          title="Ctrl ↵"
          onClick={acts.fix}
        >
          {t('fault.fix', { count })}
        </Button>
      )}
    </>
  );
}

/** What can be done about dismissed records. */
export function RestoreActs({ fault, ticks }: { fault: string; ticks: Ticks }) {
  const t = useT<FaultWords>();
  const acts = useFaultActs(fault, ticks);
  return (
    <Button variant="primary" busy={acts.isBusy} onClick={acts.restore}>
      {t('fault.restore', { count: ticks.count })}
    </Button>
  );
}
