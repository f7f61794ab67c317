import type { CodeWords } from '#features/code/code.public.ts';
import { showCode } from '#features/code/code.public.tsx';
import { NearCodes, RefusedTries } from '#features/registration/registration.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Link } from '#ui/kit/link.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { UnknownCard } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';
import shared from './card-page.module.css';
import { tries } from './tries.rules.ts';

interface UnknownCardProps {
  card: UnknownCard;
  onChoose: (code: string) => void;
}

/** An unknown code, and the issued codes that differ from it by a single typing error. */
export function UnknownCardView({ card: { code, near, left, wait, tries: tried }, onChoose }: UnknownCardProps) {
  const t = useT<CardWords & CodeWords>();
  return (
    <>
      <h2>{t('card.unknown', { code: showCode(code) })}</h2>
      <Text tone="soft" role={wait > 0 ? 'alert' : undefined}>
        {wait > 0 ? t('card.wait', { count: wait }) : t('card.near', { count: near.length })}
      </Text>
      <NearCodes of={near} onChoose={onChoose} />
      {tried.length > 0 && <RefusedTries of={tried} without="code" />}
      <Inline as="p" even gap="4px 16px" tone="soft" size="fine" className={shared.foot}>
        <span>{t('card.only_staff', tries)}</span>
        <Link tone="soft" href="/code">
          {t('card.to_list')}
        </Link>
        <span>{t('card.left', { count: left })}</span>
      </Inline>
    </>
  );
}
