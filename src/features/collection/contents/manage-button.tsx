import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { CollectionWords } from '../collection.messages.ts';
import { useManageMode } from './use-manage-mode.ts';

/** Turns manage mode on for a collection. A locked one has to be unlocked first. */
export function ManageButton({ cid, locked }: { cid: string; locked: boolean }) {
  const t = useT<CollectionWords>();
  const { turnOn } = useManageMode(cid);
  return (
    <button
      type="button"
      className={button.button}
      disabled={locked}
      title={locked ? t('collection.manage_locked') : undefined}
      onClick={turnOn}
    >
      {t('collection.manage')}
    </button>
  );
}

/** Turns manage mode off, on the page of the collection next to its panel. */
export function ManageOffButton({ cid }: { cid: string }) {
  const t = useT<CollectionWords>();
  const { turnOff } = useManageMode(cid);
  return (
    <button type="button" className={button.button} onClick={turnOff}>
      {t('collection.manage_off')}
    </button>
  );
}
