import { useT } from '#ui/interface.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import type { LocaleState } from './locale-state.rules.ts';
import styles from './text-state-mark.module.css';

/** The state of a language's texts, as shown in forms and in the language grid. */
type ShownTextState = LocaleState | 'fault';

/** A dot and a word for the state. */
export function TextStateMark({ state }: { state: ShownTextState }) {
  const t = useT<CollectionWords>();
  return (
    <span className={styles.mark} data-state={state}>
      {t(`collection.texts_${state}`)}
    </span>
  );
}
