import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { useManageMode } from './use-manage-mode.ts';

/** Turns manage mode on for a collection. A locked one has to be unlocked first. */
export function ManageButton({ cid, locked }: { cid: string; locked: boolean }) {
  const t = useT<CollectionWords>();
  const { turnOn } = useManageMode(cid);
  return (
    <Button disabled={locked} title={locked ? t('collection.manage_locked') : undefined} onClick={turnOn}>
      {t('collection.manage')}
    </Button>
  );
}

/** Turns manage mode off, on the page of the collection next to its panel. */
export function ManageOffButton({ cid }: { cid: string }) {
  const t = useT<CollectionWords>();
  const { turnOff } = useManageMode(cid);
  return <Button onClick={turnOff}>{t('collection.manage_off')}</Button>;
}
