import type { CodeWords } from '#features/code/code.public.ts';
import { CodeStateMark, showCode } from '#features/code/code.public.tsx';
import { RefusedTries } from '#features/registration/registration.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Near, UnknownCard } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';
import shared from './card-page.module.css';
import { tries } from './tries.rules.ts';
import styles from './unknown-card.module.css';

interface UnknownCardProps {
  card: UnknownCard;
  onChoose: (code: string) => void;
}

/** An unknown code, and the issued codes that differ from it by a single typing error. */
export function UnknownCardView({ card: { code, near, left, wait, tries: tried }, onChoose }: UnknownCardProps) {
  const t = useT<CardWords & CodeWords>();
  return (
    <>
      <h2 className={shared.unknown}>{t('card.unknown', { code: showCode(code) })}</h2>
      <Text tone="soft" role={wait > 0 ? 'alert' : undefined}>
        {wait > 0 ? t('card.wait', { count: wait }) : t('card.near', { count: near.length })}
      </Text>
      <Stack as="ul" gap={2} className={styles.near}>
        {near.map((one, index) => (
          <li key={one.code}>
            <Button variant="bare" {...(index === 0 && { 'data-main': true })} onClick={() => onChoose(one.code)}>
              <NearCode of={one} />
              {one.state && <CodeStateMark state={one.state} withdrawn={one.withdrawn} />}
              <Text as="span" tone="soft">
                {one.event ?? `${one.customer} · ${one.batch}`}
              </Text>
              <Text as="span" tone="soft" className={styles.how}>
                {t(`card.${one.how}`)}
              </Text>
            </Button>
          </li>
        ))}
      </Stack>
      {tried.length > 0 && <RefusedTries of={tried} without="code" />}
      <Inline as="p" even gap="4px 16px" tone="soft" size="fine" className={shared.foot}>
        <span>{t('card.only_staff', tries)}</span>
        <a href="/code">{t('card.to_list')}</a>
        <span>{t('card.left', { count: left })}</span>
      </Inline>
    </>
  );
}

/** The code with what differs marked, by colour and underline. */
const NearCode = ({ of: { code, at } }: { of: Near }) => (
  <code>
    {Array.from(code).map((character, index) => {
      const text = at.includes(index + 1) ? <mark>{character}</mark> : character;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the characters of a code keep their places
        <span key={index}>
          {index > 0 && index % 4 === 0 && '-'}
          {text}
        </span>
      );
    })}
  </code>
);
