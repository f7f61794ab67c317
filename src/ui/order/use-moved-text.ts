import { useT } from '../interface.tsx';
import { countMoved, movedOne, movedSeveral } from './moved.rules.ts';

/** One sentence about what a new order moved: "Lantern Street moved, 1 to 5". */
export function useMovedText() {
  const t = useT();
  return (before: readonly number[], after: readonly number[], titles: ReadonlyMap<number, string>): string => {
    const one = movedOne(before, after);
    if (one) return t('order.moved_one', { title: titles.get(one.id) ?? '', from: one.from, to: one.to });
    const several = movedSeveral(before, after);
    return several ? t('order.moved_several', several) : t('order.moved_many', { count: countMoved(before, after) });
  };
}
