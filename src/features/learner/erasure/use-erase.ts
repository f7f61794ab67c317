import { leaveWith, openFragment } from '#client/dialogs.ts';
import { forgetRecord } from '#client/recent.ts';
import { learnerHref } from '#features/registration/registration.public.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { LearnerWords } from '../learner.messages.ts';
import type { Erased } from './erasure.contract.ts';

/** Asks to erase a learner; once that is done, the page of the pseudonym is shown. */
export function useErase(ref: string): () => void {
  const t = useT<LearnerWords>();
  const act = useAct();
  const erase = async () => {
    const did = (await openFragment(`${learnerHref(ref)}/erase`)) as Erased | undefined;
    if (!did) return;
    forgetRecord(learnerHref(ref));
    leaveWith(t('learner.erased', { pseudonym: did.pseudonym }), learnerHref(did.ref));
  };
  return () => act(erase, t('learner.erase_failed'));
}
