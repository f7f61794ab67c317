import { Cover } from '#ui/cover.tsx';
import type { GuideItem } from './guide.contract.ts';
import { labelsOf, nameOf } from './guide.rules.ts';
import styles from './guide-item-name.module.css';
import { LegendList } from './legend.tsx';

/** The cover, name and labels of an item, and its title if that differs from the name. */
export function GuideItemName({ item, legends }: { item: GuideItem; legends: readonly string[] }) {
  const name = nameOf(item);
  return (
    <span className={styles.item}>
      <Cover id={String(item.itm_idx)} title={name} source={item.cover?.strip ?? null} size="row" />
      <span className={styles.texts}>
        <strong title={name}>{name}</strong>
        {name !== item.title && <small title={item.title}>{item.title}</small>}
        <small>
          <LegendList labels={labelsOf(item.legend)} legends={legends} />
        </small>
      </span>
    </span>
  );
}
