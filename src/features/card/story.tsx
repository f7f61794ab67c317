import type { Segment } from './card.contract.ts';
import styles from './card-page.module.css';

/** A sentence with its links. */
export const Story = ({ of }: { of: readonly Segment[] }) => (
  <p className={styles.story}>
    {of.map(({ text, href, strong }, index) => {
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
      if (href !== null)
        return (
          <a key={index} href={href}>
            {text}
          </a>
        );
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
      return strong ? <b key={index}>{text}</b> : text;
    })}
  </p>
);
