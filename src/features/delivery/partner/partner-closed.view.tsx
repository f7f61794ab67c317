import type { CodeWords } from '#features/code/code.public.ts';
import { useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { PartnerFrame } from './partner-frame.tsx';

/** What a link opens that is over, revoked or incomplete: one sentence, no figures. */
export default function PartnerClosed({ path, isKnown }: { path: string; isKnown: boolean }) {
  const t = useT<CodeWords>();
  return (
    <PartnerFrame path={path}>
      <EmptyState text={t(isKnown ? 'code.partner_closed' : 'code.partner_unknown')} />
    </PartnerFrame>
  );
}
