import { type FormEvent, useState } from 'react';
import { client } from '#client/api.ts';
import { alertMessage } from '#client/dialogs.ts';
import type { ImportWords, importLinkApi } from '#features/import/import-pages.public.ts';
import type { AccountState } from '#features/spreadsheet/spreadsheet.public.ts';
import { useReturnedFocus } from '#ui/form/use-returned-focus.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Note } from '#ui/kit/note.tsx';

export const callLink = client<typeof importLinkApi>();

/** A sheet of 100,000 rows takes many responses of the service. Milliseconds. */
export const readingMs = 600_000;

interface SheetLinkProps {
  account: AccountState;
  /** This page, to return to after signing in. */
  here: string;
  /** Reads the sheet behind the link and leaves the page. */
  read: (link: string) => Promise<void>;
}

/**
 * Reads a sheet from a cloud spreadsheet with the account of the signed-in person. Where no service is configured, it says
 * so; what is no link is refused all the same.
 */
export function SheetLink({ account, here, read }: SheetLinkProps) {
  const t = useT<ImportWords>();
  const [link, setLink] = useState('');
  const [busy, setBusy] = useState(false);
  useReturnedFocus(busy);
  if (account.configured && !account.connected) return <ConnectAccount here={here} />;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await read(link);
    } catch (error) {
      setBusy(false);
      void alertMessage(error instanceof Error ? error.message : t('error.network'));
    }
  };
  return (
    <Stack as="form" tight below={20} onSubmit={(event) => void submit(event)}>
      <Inline low gap={10}>
        <Input
          label={t('import.link')}
          placeholder="https://docs.google.com/spreadsheets/d/…"
          value={link}
          onChange={(event) => setLink(event.currentTarget.value)}
          disabled={busy}
        />
        <Button type="submit" disabled={link.trim() === ''} busy={busy}>
          {t('import.link_read')}
        </Button>
      </Inline>
      {busy && (
        <Text tone="soft" role="status">
          {t('import.link_reading')}
        </Text>
      )}
      {!account.configured && (
        <Text tone="soft">
          {t('import.account_none')} <a href="/spreadsheet">{t('import.account_how')}</a>
        </Text>
      )}
    </Stack>
  );
}

/** Asks for the spreadsheet account, with a link to sign in and come back. */
export function ConnectAccount({ here }: { here: string }) {
  const t = useT<ImportWords>();
  return (
    <Note tone="warn">
      <p>
        {t('import.account_missing')}{' '}
        <a href={`/spreadsheet/connect?next=${encodeURIComponent(here)}`}>{t('import.account_sign_in')}</a>
      </p>
    </Note>
  );
}
