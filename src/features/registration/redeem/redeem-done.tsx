import { useFormat, useT } from '#ui/interface.tsx';
import { Note } from '#ui/page/note.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import type { Registered } from './redeem.contract.ts';

/** What was redeemed, and for whom. */
export function RedeemDone({ registered }: { registered: Registered }) {
  const t = useT<RegistrationWords>();
  const format = useFormat();
  const { learner_id: learner, collection, expires_at: end, repeated } = registered;
  const has =
    end === 0
      ? t('registration.gets_permanent', { collection })
      : t('registration.gets_until', { collection, time: format.end(end) });
  return (
    <Note tone="done">
      {t(repeated ? 'registration.repeated' : 'registration.done', { learner })} {has}.{' '}
      <a href={`/registration?${new URLSearchParams({ learner_id: learner })}`}>{t('registration.all_of')}</a>
    </Note>
  );
}
