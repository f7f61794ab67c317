import { useState } from 'react';
import { goOnAt } from '#client/dialogs.ts';
import type { EarlyPreview, ImportWords, ShownImport } from '#features/import/import-pages.public.ts';
import { stepHref } from '#features/import/import-rules.public.tsx';
import type { AccountState } from '#features/spreadsheet/spreadsheet.public.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Badge } from '#ui/kit/badge.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Textarea } from '#ui/kit/input.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { Pager } from '#ui/table/pager.tsx';
import { EarlyRows } from '../frame/early-rows.tsx';
import { useImportName } from '../frame/import-frame.tsx';
import { ImportSteps } from '../frame/import-steps.tsx';
import { ImportUploader, type OtherFile } from '../frame/import-uploader.tsx';
import { TemplateLinks } from '../frame/template-links.tsx';
import { callBooks } from '../frame/use-import.ts';
import { callLink, readingMs, SheetLink } from './sheet-link.tsx';

interface ImportListProps {
  others: OtherFile[];
  imports: ShownImport[];
  account: AccountState;
  /** Books chosen on another screen. */
  bids: string;
  /** Lists the imports applied since this day; '' lists all. */
  appliedSince: string;
  total: number;
  page: number;
  size: number;
  limit: number;
}

/** Step 1 of the importer, and all earlier imports: file, person, time and result. */
export default function ImportList(props: ImportListProps) {
  const t = useT<ImportWords>();
  const [preview, setPreview] = useState<EarlyPreview | null>(null);
  return (
    <>
      <PageHead title={t('import.heading')} />
      <ImportSteps current="isbn" />
      <ImportUploader others={props.others} onPreview={setPreview} />
      {preview ? (
        <EarlyRows preview={preview} />
      ) : (
        <>
          <TemplateLinks sheet="isbn" />
          <SheetLink account={props.account} here="/book/import" read={readIsbnSheet} />
          <ChooseBooks bids={props.bids} />
          <EarlierImports {...props} />
        </>
      )}
    </>
  );
}

const tones: Partial<Record<ShownImport['status'], 'live' | 'warn'>> = { applied: 'live', ready: 'warn' };

function EarlierImports({ imports, appliedSince, total, page, size, limit }: ImportListProps) {
  const t = useT<ImportWords>();
  const format = useFormat();
  const query = { page, applied_since: appliedSince || undefined };
  const statuses = {
    mapping: t('import.status_mapping'),
    ready: t('import.status_ready'),
    applying: t('import.status_applying'),
    applied: t('import.status_applied'),
    undone: t('import.status_undone'),
  };
  return (
    <>
      <Text as="h2" above={8} id="imports">
        {t('import.imports')}
      </Text>
      {appliedSince && (
        <p>
          {t('import.listed_since', { day: format.calendarDay(appliedSince) })}{' '}
          <a href="/book/import#imports">{t('import.list_all')}</a>
        </p>
      )}
      {imports.length === 0 ? (
        <EmptyState text={t('import.empty')} />
      ) : (
        <>
          <DataTable
            caption={t('import.imports')}
            path="/book/import"
            query={query}
            rows={imports}
            keyOf={(row) => row.import_idx}
            columns={[
              {
                key: 'file',
                label: t('import.file'),
                render: (row) => <ImportLink row={row} />,
              },
              {
                key: 'status',
                label: t('import.status'),
                render: (row) => (
                  <Badge tone={tones[row.status]}>
                    {row.status === 'applied' && row.step !== 'done'
                      ? t('import.status_at', { step: t(`import.step_${row.step}`) })
                      : statuses[row.status]}
                  </Badge>
                ),
              },
              {
                key: 'rows',
                label: t('import.rows'),
                align: 'number',
                aside: true,
                render: (row) => format.number(row.row_count),
              },
              {
                key: 'result',
                label: t('import.result'),
                render: (row) =>
                  row.source === 'books'
                    ? ''
                    : t('import.summary', { new: row.counts.new, changed: row.counts.changed }),
              },
              { key: 'by', label: t('import.by'), render: (row) => row.created_by ?? '' },
              {
                key: 'when',
                label: t('import.when'),
                align: 'nowrap',
                render: (row) => format.dateTime(row.created_at),
              },
            ]}
          />
          <Pager path="/book/import" query={query} page={page} total={total} size={size} limit={limit} />
        </>
      )}
    </>
  );
}

async function readIsbnSheet(link: string): Promise<void> {
  const { results } = await callLink('POST /api/v1/import/link', { body: { link }, timeoutMs: readingMs });
  goOnAt(stepHref(results.import_idx, 'isbn'));
}

/** Opens an import at its current step. */
function ImportLink({ row }: { row: ShownImport }) {
  const step = row.status === 'applied' ? row.step : 'isbn';
  return <a href={stepHref(row.import_idx, step)}>{useImportName(row)}</a>;
}

/** Starts with existing books, to import their images, words and audio directly. */
function ChooseBooks({ bids: given }: { bids: string }) {
  const t = useT<ImportWords>();
  const [text, setText] = useState(given);
  const bids = text.split(/[\s,;]+/).filter(Boolean);
  const submission = useSubmit(async () => {
    const { results } = await callBooks('POST /api/v1/import/book', { body: { bids } });
    goOnAt(stepHref(results.import_idx, 'images'));
  });
  return (
    <Stack as="details" gap={0} below={24} open={given !== ''}>
      <Text as="summary" tone="done">
        {t('import.choose_books')}
      </Text>
      <Stack as="form" gap={10} above={10} narrow onSubmit={submission.submit}>
        <FormProblem of={submission} title={t('import.error')} />
        <Textarea
          // If submitted before the script has loaded, the page comes back with the same ids.
          name="bids"
          label={t('import.choose_books_label')}
          hint={t('import.choose_books_hint')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            submission.clear();
          }}
          rows={2}
          most={10}
        />
        <Button variant="primary" type="submit" disabled={bids.length === 0} busy={submission.pending}>
          {t('import.choose_books_begin', { count: bids.length })}
        </Button>
      </Stack>
    </Stack>
  );
}
