import { useT } from '#ui/interface.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import type { LocaleState } from './locale-state.rules.ts';
import styles from './text-state-mark.module.css';

/** How far the texts of a language are: as a form and the grid of languages tell it. */
type ShownTextState = LocaleState | 'fault';

/** A dot and a word. */
export function TextStateMark({ state }: { state: ShownTextState }) {
  const t = useT<CollectionWords>();
  return (
    <span className={styles.mark} data-state={state}>
      {t(`collection.texts_${state}`)}
    </span>
  );
}
