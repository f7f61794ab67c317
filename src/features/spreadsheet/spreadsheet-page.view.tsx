import { client } from '#client/api.ts';
import { confirm, leaveWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import type { spreadsheetApi } from './spreadsheet.contract.ts';
import type { SpreadsheetWords } from './spreadsheet.messages.ts';
import type { AccountState } from './spreadsheet.service.ts';

const call = client<typeof spreadsheetApi>();
const variables = ['SHEETS_ISSUER', 'SHEETS_CLIENT_ID', 'SHEETS_CLIENT_SECRET'];

interface SpreadsheetPageProps extends AccountState {
  /** Why the latest sign-in failed. */
  problem: string | null;
  /** Where signing in returns to. */
  next: string;
}

/** The person's own spreadsheet account: whether one is connected, with buttons to connect and disconnect it. */
export default function SpreadsheetPage({ configured, connected, email, problem, next }: SpreadsheetPageProps) {
  const t = useT<SpreadsheetWords>();
  const connect = `/spreadsheet/connect?next=${encodeURIComponent(next)}`;
  return (
    <>
      <PageHead title={t('spreadsheet.heading')} />
      {!configured && <NotConfigured />}
      {configured && (
        <Stack as="section" start gap={16} widest={640}>
          <Text tone="soft">{t('spreadsheet.intro')}</Text>
          {problem && (
            <Note tone="problem">
              <p>{problem}</p>
              <ButtonLink size="small" href={connect}>
                {t('common.retry')}
              </ButtonLink>
            </Note>
          )}
          {connected && <Connected email={email} />}
          {!connected && <p>{t('spreadsheet.not_connected')}</p>}
          {!connected && !problem && (
            <ButtonLink variant="primary" href={connect}>
              {t('spreadsheet.connect')}
            </ButtonLink>
          )}
        </Stack>
      )}
    </>
  );
}

function Connected({ email }: { email: string | null }) {
  const t = useT<SpreadsheetWords>();
  const run = useAct();
  const disconnect = async () => {
    const question = { title: t('spreadsheet.disconnect_title'), body: t('spreadsheet.disconnect_body') };
    if (!(await confirm({ ...question, agree: t('spreadsheet.disconnect'), danger: true }))) return;
    await call('DELETE /api/v1/spreadsheet/account', {});
    leaveWith(t('spreadsheet.disconnected'), '/spreadsheet');
  };
  return (
    <>
      <Text breaks>{email === null ? t('spreadsheet.connected') : t('spreadsheet.connected_as', { email })}</Text>
      <Button variant="soft" danger onClick={() => run(disconnect, t('spreadsheet.disconnect_failed'))}>
        {t('spreadsheet.disconnect')}
      </Button>
    </>
  );
}

function NotConfigured() {
  const t = useT<SpreadsheetWords>();
  return (
    <EmptyState text={t('spreadsheet.not_configured')}>
      <p>{t('spreadsheet.to_set')}</p>
      <Stack as="ul" gap={0}>
        {variables.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </Stack>
    </EmptyState>
  );
}
