import { showCode } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Card, CardHead, Pairs } from '#ui/kit/card.tsx';
import { Note } from '#ui/kit/note.tsx';
import { State } from '#ui/kit/state.tsx';
import { LearnerLink } from '../learner-link.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import type { Redeemable } from './redeem.contract.ts';

/** What a code is, whose it is, and what a learner gets by redeeming it. */
export function FoundCode({ found }: { found: Redeemable }) {
  const t = useT<RegistrationWords>();
  const format = useFormat();
  const { collection, expires_at: end } = found;
  const gets =
    end === 0
      ? t('registration.gets_permanent', { collection })
      : t('registration.gets_until', { collection, time: format.end(end) });
  return (
    <Card gap={12}>
      <CardHead>
        <h2>
          <code>{showCode(found.code)}</code>
        </h2>
        <State tone={found.problem ? 'warn' : 'live'}>
          {t(found.problem ? 'registration.cannot_redeem' : 'registration.can_redeem')}
        </State>
      </CardHead>
      {found.problem && <Note tone="warn">{found.problem.message}</Note>}
      <Pairs>
        <dt>{t('registration.by')}</dt>
        <dd>{t(`registration.by_${found.kind}`)}</dd>
        {found.event && (
          <>
            <dt>{t('registration.event')}</dt>
            <dd>
              <a href={`/event/${found.event_idx}`}>{found.event}</a>
            </dd>
          </>
        )}
        {found.customer && (
          <>
            <dt>{t('registration.customer')}</dt>
            <dd>
              <a href={`/customer/${found.cust_idx}`}>{found.customer}</a>
            </dd>
            <dt>{t('registration.batch')}</dt>
            <dd>
              <a href={`/code/batch/${found.cg_idx}`}>{found.batch}</a>
            </dd>
          </>
        )}
        <dt>{t('registration.collection')}</dt>
        <dd>
          <a href={`/collection/${found.cid}`}>{collection}</a>
        </dd>
        {found.redeemed_by !== null && found.ref !== null && (
          <>
            <dt>{t('registration.redeemed_by')}</dt>
            <dd>
              <LearnerLink learner={{ learner_id: found.redeemed_by, ref: found.ref }} />
            </dd>
          </>
        )}
        {!found.problem && (
          <>
            <dt>{t('registration.gets')}</dt>
            <dd>{gets}</dd>
          </>
        )}
      </Pairs>
      {found.problem && found.kind === 'code' && (
        <div>
          <ButtonLink href={`/code?${new URLSearchParams({ code: found.code })}`}>
            {t('registration.open_code')}
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}
