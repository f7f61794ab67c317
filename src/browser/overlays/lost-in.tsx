import type { Referring } from '#kernel/records/references.ts';
import { useT } from '#ui/interface.tsx';
import { ReferringList } from './referring-list.tsx';

/** The records that lose what an act takes away, though they do not keep it; nothing if there are none. */
export function LostIn({ of }: { of: Referring | undefined }) {
  const t = useT();
  if (!of || of.count === 0) return null;
  return (
    <>
      <p>{t('confirm.lost_in', { count: of.count })}</p>
      <ReferringList of={of} />
    </>
  );
}
