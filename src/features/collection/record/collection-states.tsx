import { useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import styles from './collection-states.module.css';

/** Whether readers see a collection, and whether it is locked or advertised. */
export function CollectionStates({ isPublic, lock, ads }: { isPublic: 'O' | 'X'; lock: boolean; ads: boolean }) {
  const t = useT<CollectionWords>();
  const others = [lock && t('collection.field_lock'), ads && t('collection.field_ads_on')].filter(Boolean);
  return (
    <span className={styles.states}>
      <State tone={isPublic === 'O' ? 'live' : undefined}>
        {t(isPublic === 'O' ? 'collection.public' : 'collection.private')}
      </State>
      {others.length > 0 && <small>{others.join(' · ')}</small>}
    </span>
  );
}
