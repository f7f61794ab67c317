import { Card } from '#ui/kit/card.tsx';
import type { CodeStatus, CodeWords } from '#features/code/code.public.ts';
import type { CodeFigures } from '#features/code/code-figures.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Equation, type EquationPart } from '#ui/kit/equation.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { ShareBar, type ShareTone } from '#ui/kit/share-bar.tsx';
import { Text } from '#ui/kit/text.tsx';
import { listUrl } from '#ui/page/list-url.ts';

const tones: Partial<Record<LedgerName, ShareTone>> = {
  issued: 'ahead',
  active: 'live',
  expired: 'over',
  canceled: 'bad',
  missing: 'missing',
  withdrawn: 'withdrawn',
};

type LedgerName = 'total' | 'count' | 'withdrawn' | 'issued' | 'active' | 'expired' | 'canceled' | 'missing';

interface LedgerProps {
  /** `missing` are still to be issued: they are counted in the quantity, and in no state. */
  of: CodeFigures & { missing: number };
  /** The filter of the list of these codes: a batch or a customer. */
  filter: { cg_idx: number } | { cust_idx: number };
}

/** What the codes of a batch or of a customer are, as two equations that add up, and a bar of both. */
export function Ledger({ of, filter }: LedgerProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const count = of.total - of.withdrawn + of.missing;
  /** A figure with the filter that lists its codes; none for codes that are not issued yet. */
  const partOf = (name: LedgerName, value: number, status?: CodeStatus | 'all'): EquationPart => ({
    name,
    label: t(name === 'count' ? 'code.field_count' : `code.fact_${name}`),
    value,
    tone: tones[name],
    href: status && listUrl('/code', { ...filter, status: status === 'all' ? undefined : status }),
  });
  const missing = of.missing > 0 ? [partOf('missing', of.missing)] : [];
  const withdrawn = partOf('withdrawn', of.withdrawn, 'withdrawn');
  const quantity = partOf('count', count, 'quantity');
  const states = [
    partOf('issued', of.issued, 'issued'),
    partOf('active', of.active, 'active'),
    partOf('expired', of.expired, 'expired'),
    partOf('canceled', of.canceled, 'canceled_only'),
  ];
  return (
    <Card aria-label={t('code.states')}>
      <Inline gap="14px 28px" below={14}>
        <Equation of={partOf('total', of.total, 'all')} plus={[quantity, withdrawn]} minus={missing} />
        <Equation of={quantity} plus={[...states, ...missing]} />
        {count > 0 && (
          <Text as="small" size="fine" last>
            {t('code.share_activated', { share: format.number(Math.round((100 * of.activated) / count)) })}
          </Text>
        )}
      </Inline>
      <ShareBar parts={[...states, ...missing, withdrawn].map(({ tone = 'missing', value }) => ({ tone, value }))} />
    </Card>
  );
}
