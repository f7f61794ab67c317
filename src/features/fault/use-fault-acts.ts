import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, confirmReason, notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { useBulkWork } from '#ui/page/use-bulk-work.ts';
import type { Fixed, faultApi } from './fault.contract.ts';
import type { FaultWords } from './fault.messages.ts';
import type { dismissals } from './fault.rules.ts';
import type { Ticks } from './use-ticks.ts';

const call = client<typeof faultApi>();

const refresh = () => navigateInPage(pageAddress());

/** Fixes, dismisses and restores the ticked records of a kind of fault; `asks` is what is said before they are fixed. */
export function useFaultActs(fault: string, ticks: Ticks, asks: string | null = null) {
  const t = useT<FaultWords>();
  const run = useAct();
  const work = useBulkWork();
  const [isBusy, setBusy] = useState(false);
  const params = { fault };
  const once = (act: () => Promise<void>, failed: string) => {
    if (isBusy) return;
    setBusy(true);
    run(() => act().finally(() => setBusy(false)), failed);
  };
  const said = (count: number, left: Fixed['left']): string => {
    const reasons = Object.entries(left) as [keyof Fixed['left'], number][];
    if (reasons.length === 0) return t('fault.fixed', { count });
    const why = reasons.map(([reason, of]) => t(`fault.left_${reason}`, { count: of })).join(', ');
    return t('fault.fixed_left', { count, left: reasons.reduce((sum, [, of]) => sum + of, 0), why });
  };
  return {
    isBusy,
    /** The job that fixes very many. */
    work,
    fix: () =>
      once(async () => {
        const title = t('fault.fix', { count: ticks.count });
        if (asks !== null && !(await confirm({ title, body: asks, agree: title }))) return;
        let left: Fixed['left'] = {};
        const { changed, act_idx: act } = await work.run(async () => {
          const { results } = await call('POST /api/v1/fault/:fault/fix', { params, body: ticks.meant() });
          ({ left } = results);
          return results;
        });
        await refresh();
        await notify({ message: said(changed, left), undo: act ?? undefined, undone: refresh });
      }, t('fault.fix_failed')),
    dismiss: (until: (typeof dismissals)[number]) =>
      run(async () => {
        const title = t('fault.dismiss_title', { count: ticks.count });
        const body = t(until === 'always' ? 'fault.dismiss_body_always' : 'fault.dismiss_body');
        const reason = await confirmReason({
          title,
          body,
          agree: t('fault.dismiss', { count: ticks.count }).replace('…', ''),
        });
        if (reason === '') return;
        const dismissal = { ...ticks.meant(), reason, until };
        const { results } = await call('POST /api/v1/fault/:fault/dismiss', { params, body: dismissal });
        await refresh();
        const message = t('fault.dismissed_n', { count: results.dismissed });
        await notify({ message, undo: results.act_idx, undone: refresh });
      }, t('fault.dismiss_failed')),
    restore: () =>
      once(async () => {
        const { results } = await call('POST /api/v1/fault/:fault/restore', { params, body: ticks.meant() });
        await refresh();
        await notify({ message: t('fault.restored_n', { count: results.restored }) });
      }, t('fault.restore_failed')),
  };
}
