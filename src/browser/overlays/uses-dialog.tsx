import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Acts } from '#ui/kit/layout.tsx';
import type { Uses } from '../../client/dialogs.ts';
import { ReferringList } from './referring-list.tsx';

/** Explains that a record cannot be deleted, and shows where it is used. */
export function UsesDialog({ uses, onClose }: { uses: Uses; onClose: () => void }) {
  const t = useT();
  // Otherwise the list says all of it.
  const isMore = uses.first.length === 0 || (uses.count > uses.first.length && uses.reasons.length > 1);
  return (
    <Dialog title={uses.title} onClose={onClose}>
      {uses.refusals.length === 0 && <p>{t('confirm.in_use', { count: uses.count })}</p>}
      {uses.refusals.map((refusal) => (
        <p key={refusal}>{refusal}</p>
      ))}
      {isMore && uses.reasons.map((reason) => <p key={reason}>{reason}</p>)}
      <ReferringList of={uses} />
      <Acts>
        <Button variant="primary" onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Acts>
    </Dialog>
  );
}
