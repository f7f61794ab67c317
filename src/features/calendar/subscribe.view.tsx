import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { client } from '#client/api.ts';
import { CopyField } from '#ui/form/copy-field.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { CalendarWords } from './calendar.messages.ts';
import type { CalendarApi, CalendarLink } from './link.contract.ts';

const call = client<CalendarApi>();

/** The dialog of the addresses at which one's programs fetch the calendar: those there are, and a new one. */
export default function Subscribe({ links: initial }: { links: CalendarLink[] }) {
  const t = useT<CalendarWords>();
  const format = useFormat();
  const act = useAct();
  const [links, setLinks] = useState(initial);
  const [made, setMade] = useState<string | null>(null);
  const refresh = async () => setLinks((await call('GET /api/v1/calendar_link', {})).results.links);
  const submission = useSubmit(async () => {
    const { href } = (await call('POST /api/v1/calendar_link', {})).results;
    setMade(new URL(href, location.href).href);
    await refresh();
  });
  const revoke = ({ link_idx }: CalendarLink) =>
    act(async () => {
      await call('DELETE /api/v1/calendar_link/:link_idx', { params: { link_idx } });
      await refresh();
    }, t('calendar.link_revoke_failed'));
  return (
    <form onSubmit={submission.submit}>
      <h2>{t('calendar.subscribe')}</h2>
      <Stack gap="sm">
        <FormProblem of={submission} title={t('calendar.link_failed')} />
        <p>{t('calendar.subscribe_hint')}</p>
        {made === null ? (
          <Group justify="end">
            <Button type="submit" loading={submission.pending}>
              {t('calendar.link_make')}
            </Button>
          </Group>
        ) : (
          <>
            <CopyField label={t('calendar.kind_link')} value={made} mono autoFocus />
            <p role="status">{t('calendar.link_once')}</p>
          </>
        )}
        {links.length > 0 && <h3>{t('calendar.links')}</h3>}
        {links.map((link) => {
          const row = t('calendar.link_row', { time: format.dateTime(link.created_at) });
          return (
            <Group key={link.link_idx} justify="space-between" wrap="nowrap" gap="xs">
              <span>{link.revoked_at > 0 ? `${row} · ${t('calendar.link_revoked')}` : row}</span>
              {link.revoked_at === 0 && (
                <button
                  type="button"
                  className={button.quiet}
                  onClick={() => revoke(link)}
                  aria-label={`${t('calendar.link_revoke')}: ${row}`}
                >
                  {t('calendar.link_revoke')}
                </button>
              )}
            </Group>
          );
        })}
      </Stack>
    </form>
  );
}
