import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { CollectionWords } from '../collection.messages.ts';
import { useManageMode } from './use-manage-mode.ts';

interface ManageButtonProps {
  cid: string;
  locked: boolean;
  /** The collection is in manage mode now. */
  managing: boolean;
}

/** Turns manage mode on for a collection, and off again. A locked collection has to be unlocked first. */
export function ManageButton({ cid, locked, managing }: ManageButtonProps) {
  const t = useT<CollectionWords>();
  const { turnOn, turnOff } = useManageMode(cid);
  if (managing) {
    return (
      <button type="button" className={button.button} onClick={turnOff}>
        {t('collection.manage_off')}
      </button>
    );
  }
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
