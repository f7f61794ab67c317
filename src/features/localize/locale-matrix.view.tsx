import type { MouseEvent } from 'react';
import { navigateInPage } from '#client/live-page.ts';
import { pathInOffice } from '#client/office-path.ts';
import { DraftBar, useMachineDrafts } from '#features/draft/draft.public.tsx';
import type { ShownViews } from '#kernel/desk/saved-views.ts';
import { localeNames, locales } from '#kernel/messages/locale.ts';
import type { PlainListProps } from '#kernel/mount/list.ts';
import type { ShownParts } from '#kernel/records/record-parts.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { searchBox, selectField, useFilters } from '#ui/table/filter-controls.tsx';
import { Filters } from '#ui/table/filters.tsx';
import { HeldNews } from '#ui/table/held-news.tsx';
import { Pager, useTotal } from '#ui/table/pager.tsx';
import { useHeldRows } from '#ui/table/use-held-rows.ts';
import { ViewTabs } from '#ui/table/view-tabs.tsx';
import styles from './desk.module.css';
import { cellKey } from './desk.rules.ts';
import { DeskPanel } from './desk-panel.tsx';
import { LackLinks, TextTabs } from './desk-tabs.tsx';
import type { MatrixFilter } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';
import type { MatrixRow } from './matrix.read.ts';
import type { TextFigures } from './text-figures.read.ts';
import { TextGrid } from './text-grid.tsx';
import { useTranslation } from './use-translation.ts';

interface LocaleMatrixProps extends PlainListProps<MatrixRow, MatrixFilter> {
  figures: TextFigures;
  /** Whether a machine can draft texts. */
  isDrafting: boolean;
  /** Screens where the texts leave as files. */
  downloads: ShownParts['acts'];
  views: ShownViews;
}

const path = '/collection/matrix';

/** The desk for translation: one text of every collection in each language, edited in place and saved together. */
export default function LocaleMatrix({
  found: collections,
  figures,
  isDrafting,
  downloads,
  paging,
  query,
  views,
}: LocaleMatrixProps) {
  const t = useT<LocalizeWords>();
  const act = useAct();
  const held = useHeldRows(collections.rows, ({ cidx }) => cidx);
  const { field, lack, desk, saving, ...work } = useTranslation({
    path,
    query,
    figures,
    collections,
    size: paging.size,
    rows: held.rows,
  });
  const { drafts, count } = work;
  const ids = held.rows.map(({ cid }) => cid);
  const machine = useMachineDrafts({ isOn: isDrafting, ids, field });
  const untouched = machine.all.filter(
    ({ state, id: cid, locale }) => state === 'waiting' && !drafts[cellKey({ cid, locale, field })],
  );
  const leave = useUnsaved<HTMLDivElement>(count > 0);
  useSaveKeys({ save: saving.save, saveNext: desk.next });
  const filters = useMatrixFilters(query);
  const { text: _shown, sort: _order, ...narrowing } = query;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined && value !== '');
  const total = useTotal(collections.total, paging.limit);
  const pager = { path, query, page: collections.page, total: collections.total, ...paging };
  const tabs = { path, query, figures, field, lack: query.lack };
  // Other texts and pages are other parts of the desk: drafts stay as they are, and nobody is asked about them.
  const stay = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || pathInOffice(link.pathname) !== path || link.hasAttribute('download')) return;
    event.preventDefault();
    act(() => navigateInPage(path + link.search), t('table.filter_failed'));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- only follows the links in it
    <div ref={leave} onClick={stay}>
      <Breadcrumbs crumbs={[{ label: t('collection.heading'), href: '/collection' }]} />
      <PageHead title={t('localize.matrix_heading')}>
        <ExportMenu path={`${path}/export`} query={query} />
        {downloads.map(({ label, href }) => (
          <ButtonLink key={href} variant="plain" href={href}>
            {label}
          </ButtonLink>
        ))}
        <Button aria-keyshortcuts="Control+Enter" onClick={desk.next}>
          {t(`localize.desk_next_${lack}`)} <kbd>Ctrl ↵</kbd>
        </Button>
        <Button
          variant="primary"
          aria-keyshortcuts="Control+S"
          disabled={count === 0 || saving.isSaving}
          onClick={saving.save}
        >
          {count === 0 ? t('collection.localize_save') : t('localize.desk_save', { count })}
        </Button>
      </PageHead>
      {(isNarrowed || views.saved.length > 0) && <ViewTabs path={path} query={query} limit={paging.limit} {...views} />}
      <TextTabs {...tabs} />
      <Inline gap="8px 12px" below={12} className={styles.tools}>
        <Filters path={path} query={query} {...filters} />
        <LackLinks {...tabs} />
        <DraftBar of={machine} ids={ids} waiting={untouched} onTake={work.take} />
        <Text as="span" tone="soft" size="small" last role="status">
          {count > 0 ? t('localize.desk_drafts', { count }) : total}
        </Text>
      </Inline>
      {saving.failed.length > 0 && (
        <Note tone="problem">
          {t('localize.desk_failed', { count: saving.failed.length })}
          <ul>
            {saving.failed.map(({ cid, title, message }) => (
              <li key={cid}>
                {title}: {message}{' '}
                <Button variant="link" onClick={() => work.discardAll(cid)}>
                  {t('localize.desk_discard_all')}
                </Button>
              </li>
            ))}
          </ul>
        </Note>
      )}
      <HeldNews of={held} />
      {held.rows.length === 0 ? (
        <EmptyState text={collections.total > 0 || figures.all > 0 ? t('table.no_match') : t('localize.matrix_empty')}>
          {figures.all > 0 && <a href={path}>{t('table.clear_filters')}</a>}
        </EmptyState>
      ) : (
        <div
          className={styles.desk}
          data-wide={field === 'notice' || field === 'description' || undefined}
          inert={saving.isSaving}
        >
          <div>
            <TextGrid
              rows={held.rows}
              field={field}
              figures={figures}
              desk={desk}
              drafts={drafts}
              isDisputed={work.isDisputed}
              machine={machine}
              path={path}
              query={query}
              onPaste={work.paste}
            />
            <Pager {...pager} isCounted />
          </div>
          <DeskPanel work={{ field, lack, desk, saving, ...work }} rows={held.rows} machine={machine} />
        </div>
      )}
    </div>
  );
}

function useMatrixFilters(query: MatrixFilter) {
  const t = useT<LocalizeWords>();
  const inLanguage = (label: string) =>
    selectField(
      label,
      locales.map((value) => ({ value, label: localeNames[value] })),
    );
  return useFilters<MatrixFilter>(query, {
    search_val: searchBox(t('localize.matrix_search')),
    text: null,
    lack: null,
    missing: inLanguage(t('localize.matrix_missing')),
    begun: inLanguage(t('localize.matrix_begun')),
    outdated: inLanguage(t('localize.matrix_outdated')),
    is_public: selectField(t('collection.field_is_public'), [{ value: 'O', label: t('collection.public') }]),
  });
}
