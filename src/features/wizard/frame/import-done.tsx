import { Card } from '#ui/kit/card.tsx';
import { askToUndo } from '#client/dialogs.ts';
import type { ImportWords } from '#features/import/import-pages.public.ts';
import { usePublishing } from '#features/library/library-parts.public.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import { callImport, type ImportOffice } from './use-import.ts';

interface ImportDoneProps {
  state: ImportOffice['state'];
  /** How many of its books are not published. */
  waiting: number;
}

/** What is left to do at the end: publish the books, or undo a sheet. */
export function ImportDone({ state, waiting }: ImportDoneProps) {
  const t = useT<ImportWords>();
  const format = useFormat();
  return (
    <Card>
      <Stack gap={10}>
        {state.applied_by !== null && (
          <p>{t('import.applied_by', { name: state.applied_by, time: format.dateTime(state.applied_at) })}</p>
        )}
        <Inline tight>
          {waiting > 0 ? (
            <>
              <PublishButton state={state} waiting={waiting} />
              <a href="/book">{t('import.to_books')}</a>
            </>
          ) : (
            <ButtonLink variant="primary" href="/book">
              {t('import.to_books')}
            </ButtonLink>
          )}
          <a href="/book/import">{t('import.another')}</a>
          {state.act_idx !== null && <UndoButton act={state.act_idx} />}
        </Inline>
      </Stack>
    </Card>
  );
}

/** The books of an import: those its act touched, or the chosen ones. */
async function ownBooks({ import_idx: importIdx, act_idx: act }: ImportOffice['state']) {
  if (act !== null) return { filter: { act }, except: [] };
  const params = { import_idx: importIdx };
  const { results } = await callImport('GET /api/v1/import/:import_idx/new', { params, query: {} });
  return { ids: results.bids };
}

function PublishButton({ state, waiting }: ImportDoneProps) {
  const t = useT<ImportWords>();
  const act = useAct();
  const { work, publish } = usePublishing();
  const label = t('import.publish', { count: waiting });
  const askToPublish = () =>
    act(async () => {
      const selection = await ownBooks(state);
      publish(
        { selection, published: true },
        { agree: label, done: (count) => t('import.published', { count }), failed: t('import.error') },
      );
    }, t('import.error'));
  if (work.running) return <WorkProgress of={work} />;
  return (
    <Button variant="primary" onClick={askToPublish} title={t('import.publish_hint')}>
      {label}
    </Button>
  );
}

function UndoButton({ act }: { act: number }) {
  const t = useT<ImportWords>();
  return <Button onClick={() => void askToUndo(act)}>{t('import.undo')}</Button>;
}
