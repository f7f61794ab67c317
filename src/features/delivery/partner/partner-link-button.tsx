import { openFragment } from '#client/dialogs.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';

/** Opens the dialog of links to the partner's page of a batch. */
export function PartnerLinkButton({ cg_idx }: { cg_idx: number }) {
  const t = useT<CodeWords>();
  return (
    <Button aria-keyshortcuts="L" onClick={() => void openFragment(`/code/batch/link/${cg_idx}`)}>
      {t('code.link_heading')}
    </Button>
  );
}
