import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { ReleaseApi } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';

const call = client<ReleaseApi>();

/** Takes a change out of a release, with Undo. */
export function useTakeOut(relIdx: number): (chgIdx: number) => void {
  const t = useT<ReleaseWords>();
  const run = useAct();
  const takeOut = async (chgIdx: number) => {
    const params = { rel_idx: relIdx, chg_idx: chgIdx };
    const { results } = await call('DELETE /api/v1/release/:rel_idx/change/:chg_idx', { params });
    reloadWith(t('release.taken_out'), results.act_idx);
  };
  return (chgIdx) => run(() => takeOut(chgIdx), t('release.act_failed'));
}
