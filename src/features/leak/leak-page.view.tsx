import { askToUndo } from '#client/dialogs.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code.public.tsx';
import { PartnerLinkButton } from '#features/delivery/delivery.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { DoubtfulList } from './doubtful-list.tsx';
import type { FoundDoubtful } from './doubtful.read.ts';
import type { StoredLeak } from './leak.read.ts';
import { leakFileHref, leakPageHref } from './leak.rules.ts';
import { type Leaking, useLeakName } from './use-leak-name.ts';

interface LeakPageProps {
  leak: StoredLeak;
  of: Leaking;
  doubtful: FoundDoubtful;
  /** How many codes were redeemed between the leak and the freezing. */
  redeemed: number;
  isUndone: boolean;
}

/** A leaked file that was replaced: the new file, and the redemptions that look doubtful. */
export default function LeakPage({ leak, of, doubtful, redeemed, isUndone }: LeakPageProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { act_idx: act, cg_idx, lot, batch, customer, cust_idx, frozen, unused, isDelivered, isSoldByOrders } = leak;
  const { rows, total } = doubtful;
  return (
    <>
      <RecordBar
        crumbs={[
          { label: t('code.customers'), href: '/customer' },
          { label: customer, href: `/customer/${cust_idx}` },
          { label: batch, href: batchHref(cg_idx) },
        ]}
        steps={null}
        hrefOf={leakPageHref}
      />
      <RecordHero
        state={
          isUndone ? (
            <State>{t('code.batch_undone', { what: t('code.batch_did_leaked') })}</State>
          ) : (
            <State tone={isDelivered || isSoldByOrders ? 'live' : 'warn'}>
              {isSoldByOrders
                ? t('code.leak_by_orders')
                : isDelivered
                  ? t('code.leak_left')
                  : t('code.undelivered', { count: unused })}
            </State>
          )
        }
        title={t('code.leak_at')}
        line={useLeakName()(of)}
        facts={[
          { label: t('code.leak_field_codes'), value: format.number(frozen) },
          {
            label: t('code.leak_new_codes'),
            value: <a href={listUrl('/code', { cg_idx, lot })}>{t('code.lot_name', { lot })}</a>,
          },
          {
            label: t('code.leak_field_links'),
            value: leak.links.length > 0 && !isUndone ? format.number(leak.links.length) : null,
          },
          { label: t('code.leak_since'), value: leak.since > 0 ? format.dateTime(leak.since) : null },
          {
            label: t('code.leak_field_when'),
            value: t('code.by', { time: format.dateTime(leak.at), name: leak.actor ?? '—' }),
          },
          { label: t('code.field_memo'), value: leak.memo || null },
        ]}
        acts={
          <>
            {!isUndone && leak.links.length > 0 && <PartnerLinkButton cg_idx={cg_idx} />}
            {!isUndone && <Button onClick={() => void askToUndo(act)}>{t('undo.undo')}</Button>}
            {unused > 0 && !isSoldByOrders && (
              <ButtonLink variant="primary" href={leakFileHref({ cg_idx, lot })} download>
                <Icon name="download" />
                {t('code.leak_download', { count: unused })}
              </ButtonLink>
            )}
          </>
        }
        found={{ detail: batch, href: leakPageHref(act), kind: t('code.kind_leak'), icon: 'code' }}
      />
      <Stack as="section" gap={8}>
        <SectionHead
          title={
            total > 0
              ? t('code.leak_doubtful', { doubtful: total, count: redeemed })
              : t('code.leak_no_doubtful', { count: redeemed })
          }
        />
        <DoubtfulList rows={rows} total={total} />
        {total > 0 && (
          <Text tone="soft" size="small">
            {t('code.leak_stay_active')}
          </Text>
        )}
      </Stack>
    </>
  );
}
