import { confirm, goOnAt } from '#client/dialogs.ts';
import type { ImportWords, ShownImport } from '#features/import/import-pages.public.ts';
import { stepHref } from '#features/import/import-rules.public.tsx';
import type { ColumnsState } from '#kernel/sheets/sheet-columns.contract.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { callImport } from './use-import.ts';

/** The longest time that reading the largest sheet may take. Milliseconds. */
const readingMs = 600_000;

/** Asks for the columns of a sheet of books. */
export function ImportColumns({ state, open }: { state: ShownImport; open: ColumnsState }) {
  const t = useT<ImportWords>();
  const { import_idx: importIdx, version } = state;
  const params = { import_idx: importIdx };
  return (
    <ChooseColumns
      open={open}
      needed={['bid']}
      advice={t('import.columns_new_books')}
      below={(heading_row) => callImport('GET /api/v1/import/:import_idx/column', { params, query: { heading_row } })}
      choose={async (columns) => {
        const body = { ...columns, version };
        await callImport('PUT /api/v1/import/:import_idx/column', { params, body, timeoutMs: readingMs });
        goOnAt(stepHref(importIdx, 'isbn'));
      }}
    />
  );
}

/** A link back to the columns of a sheet that was already read. */
export function ChangeColumns({ importIdx }: { importIdx: number }) {
  const t = useT<ImportWords>();
  const title = t('import.columns_again');
  const askToChange = async () => {
    if (await confirm({ title, body: t('import.columns_again_confirm'), agree: title }))
      goOnAt(`${stepHref(importIdx, 'isbn')}?columns=1`);
  };
  return (
    <Button variant="link" onClick={() => void askToChange()}>
      {title}
    </Button>
  );
}
