import { type SubmitEvent, useId, useState } from 'react';
import { withPageLanguage } from '#client/language.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { GuideWords } from './guide.messages.ts';
import { cleanGuideId } from './guide.rules.ts';
import styles from './guide-list.module.css';

/** Opens a new guide at once; it is stored with its first item. An existing ID is refused. */
export function GuideAdder({ taken }: { taken: readonly string[] }) {
  const t = useT<GuideWords>();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const clean = cleanGuideId(typed);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (clean === '') setProblem(t('invalid.required'));
    else if (taken.includes(clean)) setProblem(t('guide.in_use'));
    else location.assign(withPageLanguage(`/series_guide?gui_id=${clean}`));
  };
  return (
    <form className={styles.adder} action="/series_guide" onSubmit={submit} noValidate>
      <label htmlFor={id}>{t('guide.gui_id')}</label>
      <div className={styles.fields}>
        <input
          id={id}
          name="gui_id"
          value={typed}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <button type="submit" className={button.primary}>
          {t('guide.create')}
        </button>
      </div>
      <p id={`${id}-hint`}>
        {clean === '' || clean === typed ? t('guide.gui_id_hint') : t('guide.gui_id_clean', { id: clean })}
      </p>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
