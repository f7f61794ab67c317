import { Link } from '#ui/kit/link.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Segment } from './card.contract.ts';
import styles from './card-page.module.css';

/** A sentence with its links. */
export const Story = ({ of }: { of: readonly Segment[] }) => (
  <Text className={styles.story}>
    {of.map(({ text, href, strong }, index) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
      if (href !== null)
        return (
          <Link key={index} tone="record" href={href}>
            {text}
          </Link>
        );
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
      return strong ? <b key={index}>{text}</b> : text;
    })}
  </Text>
);
