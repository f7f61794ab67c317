import { useT } from '#ui/interface.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { State } from '#ui/kit/state.tsx';
import type { CollectionWords } from '../collection.messages.ts';

/** Whether readers see a collection, and whether it is locked or advertised. */
export function CollectionStates({ isPublic, lock, ads }: { isPublic: 'O' | 'X'; lock: boolean; ads: boolean }) {
  const t = useT<CollectionWords>();
  const others = [lock && t('collection.field_lock'), ads && t('collection.field_ads_on')].filter(Boolean);
  return (
    <Stack as="span" gap={0} start>
      <State tone={isPublic === 'O' ? 'live' : undefined}>
        {t(isPublic === 'O' ? 'collection.public' : 'collection.private')}
      </State>
      {others.length > 0 && <small>{others.join(' · ')}</small>}
    </Stack>
  );
}
