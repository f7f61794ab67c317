import type { ReactNode } from 'react';
import { client } from '#client/api.ts';
import { confirm } from '#client/dialogs.ts';
import type { SettingsApi } from '#features/settings/settings.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import type { ClosedImport } from '../book.settings.ts';

interface ImportLinkProps {
  /** What is said instead while the import is under maintenance; null while it is not. */
  closed: ClosedImport | null;
  className: string | undefined;
  children: ReactNode;
}

const call = client<SettingsApi>();
const href = '/book/import';

/** Leads to the importer; while it is under maintenance, says so and offers to switch that off and continue. */
export function ImportLink({ closed, className, children }: ImportLinkProps) {
  const act = useAct();
  if (!closed)
    return (
      <a className={className} href={href}>
        {children}
      </a>
    );
  const open = async () => {
    if (!(await confirm(closed))) return;
    await call('PUT /api/v1/setting/:key', { params: { key: 'book.import_maintenance' }, body: { value: false } });
    location.assign(href);
  };
  return (
    <button type="button" className={className} onClick={() => act(open)}>
      {children}
    </button>
  );
}
