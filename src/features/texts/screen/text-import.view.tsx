import { client } from '#client/api.ts';
import { askToUndo, confirmPhrase, reloadWith } from '#client/dialogs.ts';
import { languageTag, localeNames } from '#kernel/messages/locale.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { Pager } from '#ui/table/pager.tsx';
import type { TextImportState, TextRow, textsApi } from '../texts.contract.ts';
import type { TextsWords } from '../texts.messages.ts';
import type { ConflictWay } from '../texts.rules.ts';
import styles from './texts.module.css';
import { useStatusNames } from './use-status-names.ts';

const call = client<typeof textsApi>();

// Ten thousand texts of 2,500 records take some twenty seconds.
const applyingMs = 300_000;

interface TextImportProps {
  state: TextImportState;
  paging: { page: number; size: number; limit: number };
}

/** What a file of texts would change, text by text, and what it changed once it is applied. */
export default function TextImport({ state, paging }: TextImportProps) {
  const t = useT<TextsWords>();
  const statuses = useStatusNames();
  const { status, changed, same, conflicts, wrong, rows } = state;
  const isReady = status === 'ready';
  const path = `/texts/${state.timp_idx}`;
  return (
    <>
      <PageHead title={state.file} count={statuses[status]}>
        <a href="/texts">{t('texts.heading')}</a>
        <Acts state={state} />
      </PageHead>
      <p role="status">{isReady ? t('texts.counts', { changed, same }) : t('texts.counts_applied', { changed })}</p>
      {wrong > 0 && <Note tone="problem">{t('texts.counts_wrong', { wrong })}</Note>}
      {conflicts > 0 && <Note tone="warn">{t('texts.counts_conflicts', { conflicts })}</Note>}
      {rows.length === 0 ? (
        <EmptyState text={t('texts.nothing')} />
      ) : (
        <DataTable
          caption={t('texts.heading')}
          path={path}
          query={{}}
          rows={rows}
          keyOf={(row) => `${row.id} ${row.language} ${row.place ?? ''}`}
          columns={[
            { key: 'text', label: t('texts.row_text'), render: (row) => <Named row={row} /> },
            {
              key: 'language',
              label: t('texts.row_language'),
              align: 'nowrap',
              render: (row) => localeNames[row.language],
            },
            {
              key: 'before',
              label: isReady ? t('texts.row_now') : t('texts.row_before'),
              render: (row) => <Shown text={row.before} row={row} />,
            },
            { key: 'after', label: t('texts.row_file'), render: (row) => <Shown text={row.after} row={row} /> },
            ...(isReady
              ? [{ key: 'state', label: t('texts.row_state'), render: (row: TextRow) => <State row={row} /> }]
              : []),
          ]}
        />
      )}
      <Pager path={path} query={{}} total={changed + conflicts + wrong} {...paging} />
    </>
  );
}

function Named({ row }: { row: TextRow }) {
  return (
    <>
      {row.context}
      <Text as="div" tone="soft" size="fine">
        {row.label}
        {row.place && ` · ${row.place}`}
      </Text>
    </>
  );
}

const Shown = ({ text, row }: { text: string; row: TextRow }) => (
  <Text as="div" typed className={styles.text} lang={languageTag(row.language)} dir="auto">
    {text}
  </Text>
);

const tones = { changed: undefined, conflict: 'warn', wrong: 'problem' } as const;

function State({ row }: { row: TextRow }) {
  const t = useT<TextsWords>();
  return (
    <Text as="div" tone={tones[row.state]} className={styles.state}>
      {t(`texts.state_${row.state}`)}
      {row.message && (
        <Text as="div" tone="soft" size="fine">
          {row.message}
        </Text>
      )}
      {row.paragraphs && (row.paragraphs.right > 0 || row.paragraphs.left > 0) && (
        <Text as="div" tone="soft" size="fine">
          {t('texts.paragraphs', row.paragraphs)}
        </Text>
      )}
      {row.terms.map(({ term, forms, english }) => (
        <Text as="div" key={term} tone="warn" size="fine">
          {t('texts.term_unsaid', { term, forms: forms.join(', ') })}{' '}
          <Text as="span" tone="soft" lang="en">
            {english.map(({ kind, text }, nth) => {
              const Part = kind === 'new' ? 'b' : 'span';
              // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place
              return <Part key={nth}>{text}</Part>;
            })}
          </Text>
        </Text>
      ))}
    </Text>
  );
}

function Acts({ state }: Pick<TextImportProps, 'state'>) {
  const t = useT<TextsWords>();
  const act = useAct();
  const { timp_idx, status, act_idx: applied, changed, conflicts, wrong } = state;
  const apply = (ways?: ConflictWay) =>
    act(async () => {
      const count = ways === 'replace' ? changed + conflicts : changed;
      const question = { title: t('texts.confirm', { count }), body: t('texts.confirm_body'), agree: t('texts.agree') };
      if (!(await confirmPhrase(question))) return;
      const body = ways ? { conflicts: ways } : {};
      const { results } = await call('POST /api/v1/texts/import/:timp_idx/apply', {
        params: { timp_idx },
        body,
        timeoutMs: applyingMs,
      });
      reloadWith(t('texts.saved'), results.act_idx);
    }, t('texts.apply_failed'));
  if (status === 'applied' && applied !== null)
    return <Button onClick={() => void askToUndo(applied)}>{t('texts.undo')}</Button>;
  if (status !== 'ready' || wrong > 0) return null;
  if (conflicts === 0)
    return (
      changed > 0 && (
        <Button variant="primary" onClick={() => apply()}>
          {t('texts.apply')}
        </Button>
      )
    );
  return (
    <>
      <Button onClick={() => apply('replace')}>{t('texts.apply_replace')}</Button>
      {changed > 0 && (
        <Button variant="primary" onClick={() => apply('keep')}>
          {t('texts.apply_keep')}
        </Button>
      )}
    </>
  );
}
