import type { CodeWords } from '#features/code/code.public.ts';
import { CodeStateMark } from '#features/code/code.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { RegistrationWords } from '../registration.messages.ts';
import type { NearCode } from './near-codes.contract.ts';
import styles from './near-codes.module.css';

interface NearCodesProps {
  of: readonly NearCode[];
  onChoose: (code: string) => void;
}

/** Issued codes that somebody may have meant, with what differs, to choose from. */
export function NearCodes({ of, onChoose }: NearCodesProps) {
  const t = useT<CodeWords & RegistrationWords>();
  return (
    <Stack as="ul" gap={2} className={styles.near}>
      {of.map((one, index) => (
        <li key={one.code}>
          <Button variant="bare" {...(index === 0 && { 'data-main': true })} onClick={() => onChoose(one.code)}>
            <Marked of={one} />
            {one.state && <CodeStateMark state={one.state} withdrawn={one.withdrawn} />}
            <Text as="span" tone="soft">
              {one.event ?? `${one.customer} · ${one.batch}`}
            </Text>
            <Text as="span" tone="soft" last>
              {t(`registration.near_${one.how}`)}
            </Text>
          </Button>
        </li>
      ))}
    </Stack>
  );
}

/** The code with what differs marked, by colour and underline. */
const Marked = ({ of: { code, at } }: { of: NearCode }) => (
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
