import { Card } from '#ui/kit/card.tsx';
import type { CodeStatus, CodeWords } from '#features/code/code.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Equation, type EquationPart } from '#ui/kit/equation.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { ShareBar, type ShareTone } from '#ui/kit/share-bar.tsx';
import { Text } from '#ui/kit/text.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { BatchState } from '../batch.contract.ts';

const tones: Partial<Record<LedgerName, ShareTone>> = {
  issued: 'ahead',
  active: 'live',
  expired: 'over',
  canceled: 'bad',
  missing: 'missing',
  withdrawn: 'withdrawn',
};

type LedgerName = 'total' | 'count' | 'withdrawn' | 'issued' | 'active' | 'expired' | 'canceled' | 'missing';

/** What a batch is made of, as two equations that add up, and a bar of both. */
export function Ledger({ batch }: { batch: BatchState }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { cg_idx, count, activated_codes: activated } = batch;
  /** A figure with the filter that lists its codes; none for codes that are not issued yet. */
  const partOf = (name: LedgerName, value: number, status?: CodeStatus | 'all'): EquationPart => ({
    name,
    label: t(name === 'count' ? 'code.field_count' : `code.fact_${name}`),
    value,
    tone: tones[name],
    href: status && listUrl('/code', { cg_idx, status: status === 'all' ? undefined : status }),
  });
  const missing = batch.missing > 0 ? [partOf('missing', batch.missing)] : [];
  const withdrawn = partOf('withdrawn', batch.withdrawn_codes, 'withdrawn');
  const quantity = partOf('count', count, 'quantity');
  const states = [
    partOf('issued', batch.unused_codes, 'issued'),
    partOf('active', batch.active_codes, 'active'),
    partOf('expired', batch.expired_codes, 'expired'),
    partOf('canceled', batch.canceled_codes, 'canceled_only'),
  ];
  return (
    <Card aria-label={t('code.states')}>
      <Inline gap="14px 28px" below={14}>
        <Equation of={partOf('total', batch.issued, 'all')} plus={[quantity, withdrawn]} minus={missing} />
        <Equation of={quantity} plus={[...states, ...missing]} />
        <Text as="small" size="fine" last>
          {t('code.share_activated', { share: format.number(Math.round((100 * activated) / count)) })}
        </Text>
      </Inline>
      <ShareBar parts={[...states, ...missing, withdrawn].map(({ tone = 'missing', value }) => ({ tone, value }))} />
    </Card>
  );
}
