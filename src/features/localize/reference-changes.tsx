import type { TextChange } from '#features/collection/collection-texts.public.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import type { LocalizeWords } from './localize.messages.ts';
import styles from './localize.module.css';
import { Pieces } from './pieces.tsx';

interface ReferenceChangesProps {
  /** The name of the reference language. */
  language: string;
  /** Undefined if nothing was saved there since. */
  changes: readonly TextChange[] | undefined;
  /** Marks the texts as up to date; absent if they already are. */
  onReview?: () => void;
}

/** What changed in the reference language since these texts were saved, word by word. */
export function ReferenceChanges({ language, changes = [], onReview }: ReferenceChangesProps) {
  const t = useT<LocalizeWords>();
  if (changes.length === 0 && !onReview) return null;
  return (
    <section className={styles.changes} aria-labelledby="reference-changes">
      <h2 id="reference-changes">{t('localize.reference_changed', { language })}</h2>
      <dl>
        {changes.map(({ field, pieces }) => (
          <div key={field}>
            <dt>{t(`collection.field_${field}`)}</dt>
            <dd>
              <Pieces of={pieces} />
            </dd>
          </div>
        ))}
      </dl>
      {onReview && (
        <p>
          <Button onClick={onReview}>{t('localize.review')}</Button> {t('localize.review_hint')}
        </p>
      )}
    </section>
  );
}
