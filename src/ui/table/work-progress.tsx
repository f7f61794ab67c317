import { useFormat, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import type { BulkWork } from '../page/use-bulk-work.ts';

/** The progress of an act on many records, with a button to stop it. */
export function WorkProgress({ of }: { of: BulkWork }) {
  const t = useT();
  const format = useFormat();
  if (!of.running) return null;
  const { done, total } = of.progress ?? { done: 0, total: 0 };
  return (
    <>
      <progress aria-label={t('table.work')} max={total || 1} {...(total > 0 && { value: done })} />
      <span role="status">
        {t('table.work')} {total > 0 && t('table.work_of', { done: format.number(done), total: format.number(total) })}
      </span>
      <Button data-stops onClick={() => void of.stop()}>
        {t('table.work_stop')}
      </Button>
    </>
  );
}
