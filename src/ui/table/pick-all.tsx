import { useInterface, useT } from '../interface.tsx';
import { PickButton } from './pick-button.tsx';
import { useBusy } from './use-busy.ts';

interface PickAllProps {
  filter: object;
  /** The number of matches: exact up to the limit, one more than the limit if there are more. */
  total: number;
  limit: number;
}

/** Picks every book that a list's filter finds for the panel beside the page. */
export function PickAll({ filter, total, limit }: PickAllProps) {
  const t = useT();
  const { picking } = useInterface();
  const isBusy = useBusy();
  if (!picking || total === 0) return null;
  const label = total > limit ? t('pick.all_many', { count: limit }) : t('pick.all', { count: total });
  return <PickButton picked={{ kind: 'book', selection: { filter, except: [] } }} label={label} disabled={isBusy} />;
}
