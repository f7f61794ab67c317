import { useT } from '#ui/interface.tsx';
import { Tick } from '#ui/table/tick.tsx';
import type { ImportWords } from '../import.messages.ts';
import styles from './import.module.css';
import { callImport, type ImportOffice } from './use-import.ts';

const shownOfKind = 12;

/** The titles nobody has made yet, and the one tick that has them made together with the books. */
export function ImportMissing({ office: { state, run, busy } }: { office: ImportOffice }) {
  const t = useT<ImportWords>();
  const kinds = [
    ['series', t('import.missing_series')],
    ['level', t('import.missing_level')],
    ['category', t('import.missing_category')],
    ['age_group', t('import.missing_age_group')],
  ] as const;
  const choose = (create_missing: boolean) =>
    run(() =>
      callImport('PUT /api/v1/import/:import_idx', {
        params: { import_idx: state.import_idx },
        body: { create_missing },
      }),
    );
  return (
    <section className={styles.missing} data-accepted={state.create_missing || undefined}>
      <h2>
        {t('import.missing_heading', {
          count: Object.values(state.missing_counts).reduce((sum, count) => sum + count, 0),
        })}
      </h2>
      <Tick checked={state.create_missing} disabled={busy} onSave={choose}>
        {t('import.create_missing')}
      </Tick>
      {kinds.map(([kind, label]) => {
        const titles = state.missing.filter((one) => one.kind === kind);
        const count = state.missing_counts[kind];
        if (count === 0) return null;
        return (
          <details key={kind} open={titles.some((one) => one.similar !== null) || undefined}>
            <summary>
              {label} ({count})
            </summary>
            <ul>
              {titles
                .toSorted((a, b) => Number(b.similar !== null) - Number(a.similar !== null))
                .slice(0, shownOfKind)
                .map((one) => (
                  <li key={`${one.series}/${one.title}`}>
                    {one.series === null ? one.title : t('import.missing_of', { title: one.title, series: one.series })}
                    {one.similar !== null && <em> {t('import.missing_similar', { similar: one.similar })}</em>}
                  </li>
                ))}
              {count > shownOfKind && (
                <li>{t('import.missing_more', { count: count - Math.min(shownOfKind, titles.length) })}</li>
              )}
            </ul>
          </details>
        );
      })}
    </section>
  );
}
