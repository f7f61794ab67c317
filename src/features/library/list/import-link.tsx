import type { ReactNode } from 'react';
import { client } from '#client/api.ts';
import { confirm, goOnAt } from '#client/dialogs.ts';
import type { SettingsApi } from '#features/settings/settings.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import type { ClosedImport } from '../book.settings.ts';

interface ImportLinkProps {
  /** What is said instead while the import is under maintenance; null while it is not. */
  closed: ClosedImport | null;
  variant?: 'primary';
  children: ReactNode;
}

const call = client<SettingsApi>();
const href = '/book/import';

/** Leads to the importer; while it is under maintenance, says so and offers to switch that off and continue. */
export function ImportLink({ closed, variant, children }: ImportLinkProps) {
  const act = useAct();
  if (!closed)
    return (
      <ButtonLink variant={variant} href={href}>
        {children}
      </ButtonLink>
    );
  const open = async () => {
    if (!(await confirm(closed))) return;
    await call('PUT /api/v1/setting/:key', { params: { key: 'book.import_maintenance' }, body: { value: false } });
    goOnAt(href);
  };
  return (
    <Button variant={variant} onClick={() => act(open)}>
      {children}
    </Button>
  );
}
