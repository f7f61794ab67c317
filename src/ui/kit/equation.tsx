import { useFormat } from '#ui/interface.tsx';
import styles from './equation.module.css';
import { Inline, Stack } from './layout.tsx';
import { ShareName, type ShareTone } from './share-bar.tsx';
import { Text } from './text.tsx';

/** A figure that adds up with others: its name in the page, its words, its colour in a bar, and the list of what it counts. */
export interface EquationPart {
  name: string;
  label: string;
  value: number;
  /** The value in words, where it is not a plain number: an amount of money. */
  text?: string | undefined;
  tone?: ShareTone | undefined;
  href?: string | undefined;
}

interface EquationProps {
  of: EquationPart;
  plus: readonly EquationPart[];
  minus?: readonly EquationPart[];
}

/** A figure and what it is made of, in a line that adds up. */
export function Equation({ of, plus, minus = [] }: EquationProps) {
  const sign = (index: number) => (index === 0 ? '=' : index < plus.length ? '+' : '−');
  return (
    <Inline as="span" low gap="8px 14px" className={styles['equation']}>
      <Figure of={of} />
      {[...plus, ...minus].map((part, index) => (
        <Inline as="span" key={part.name} low whole gap={14}>
          <Text as="span" tone="soft" className={styles['sign']}>
            {sign(index)}
          </Text>
          <Figure of={part} />
        </Inline>
      ))}
    </Inline>
  );
}

function Figure({ of: { name, label, value, text, tone, href } }: { of: EquationPart }) {
  const format = useFormat();
  const shown = (
    <>
      <Text as="span" tone="soft" size="fine">
        {tone ? <ShareName tone={tone}>{label}</ShareName> : label}
      </Text>{' '}
      <Text as="strong" size="figure">
        {text ?? format.number(value)}
      </Text>
    </>
  );
  const shared = { gap: 0, className: styles['figure'], 'data-key': `figure: ${name}` };
  return href === undefined ? (
    <Stack as="span" {...shared}>
      {shown}
    </Stack>
  ) : (
    <Stack as="a" {...shared} href={href}>
      {shown}
    </Stack>
  );
}
