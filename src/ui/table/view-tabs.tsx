import { type FormEvent, useEffect, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import type { savedViewApi } from '#kernel/mount/saved-views.routes.ts';
import { useAct } from '../form/use-act.ts';
import { Icon } from '../icon.tsx';
import { useFormat, useT } from '../interface.tsx';
import { BareInput } from '../kit/bare-field.tsx';
import { Button } from '../kit/button.tsx';
import { Inline } from '../kit/layout.tsx';
import { TabLink, TabLinks } from '../kit/tabs.tsx';
import { type ListQuery, listUrl } from '../page/list-url.ts';
import { type SavedListView, ViewActs } from './view-acts.tsx';
import styles from './view-tabs.module.css';

const call = client<typeof savedViewApi>();

/** Frequently used filters, each under a name: the product's and the person's own. */
export interface ListViews {
  builtIn: readonly View[];
  saved: readonly SavedListView[];
}

interface View {
  name: string;
  query: ListQuery;
  /** The number of rows it shows, as of the same moment as the rows; one more than the limit if there are more. Zero is not shown. */
  count?: number | undefined;
}

interface ViewTabsProps extends ListViews {
  path: string;
  query: ListQuery;
  limit: number;
}

/** The views of a list as links, with the current one marked. Filters that no view has can be saved as one. */
export function ViewTabs({ path, query, builtIn, saved, limit }: ViewTabsProps) {
  const t = useT();
  const format = useFormat();
  const countOf = ({ count = 0 }: View) =>
    count > limit ? t('table.more_than', { count: limit }) : count > 0 && format.number(count);
  const current: View | undefined = [...builtIn, ...saved].find((view) => shows(view.query, query));
  // One view that is shown is no choice.
  if (current && builtIn.length + saved.length < 2) return null;
  const tab = (view: View, by: string | null = null) => (
    <TabLink
      key={view.name}
      href={listUrl(path, view.query)}
      isCurrent={view === current}
      note={[by !== null && t('table.view_by', { name: by }), countOf(view)].filter(Boolean).join(' ') || undefined}
    >
      {view.name}
    </TabLink>
  );
  return (
    <TabLinks label={t('table.views')} className={styles.views}>
      {builtIn.map((view) => tab(view))}
      {saved.map((view) => (
        <Inline as="span" whole gap={0} key={view.view_idx}>
          {tab(view, view.by)}
          {view === current && <ViewActs view={view} limit={limit} />}
        </Inline>
      ))}
      {!current && <SaveView path={path} query={query} />}
    </TabLinks>
  );
}

/** Whether a list shows this view; a view without an order matches any. */
function shows(view: ListQuery, query: ListQuery): boolean {
  const { sort, ...filters } = view;
  const { sort: shownSort, page: _page, size: _size, ...shown } = query;
  return (sort === undefined || sort === shownSort) && address(filters) === address(shown);
}

const address = (query: ListQuery) =>
  listUrl('', Object.fromEntries(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1))));

function SaveView({ path, query }: { path: string; query: ListQuery }) {
  const t = useT();
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [isOpen]);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    act(async () => {
      const { page: _page, size: _size, ...stored } = Object.fromEntries(new URLSearchParams(listUrl('', query)));
      const { results } = await call('POST /api/v1/view', { body: { list: path, name, query: stored } });
      reloadWith(t('table.view_saved'), results.act_idx);
    }, t('table.view_save_failed'));
  };
  if (!isOpen) {
    return (
      <Button variant="plain" onClick={() => setOpen(true)}>
        <Icon name="add" />
        {t('table.view_save')}
      </Button>
    );
  }
  return (
    <Inline as="form" whole gap={6} className={styles.save} onSubmit={save}>
      <BareInput
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        aria-label={t('table.view_name')}
        placeholder={t('table.view_name')}
        maxLength={60}
        required
        ref={field}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      />
      <Button type="submit">{t('common.save')}</Button>
    </Inline>
  );
}
