import { useState } from 'react';
import { client } from '#client/api.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { MadeLink, SecretLinks } from '#ui/form/secret-links.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import type { CalendarWords } from './calendar.messages.ts';
import type { CalendarApi, CalendarLink } from './link.contract.ts';

const call = client<CalendarApi>();

/** The dialog of the addresses at which one's programs fetch the calendar: those there are, and a new one. */
export default function Subscribe({ links: initial }: { links: CalendarLink[] }) {
  const t = useT<CalendarWords>();
  const format = useFormat();
  const [links, setLinks] = useState(initial);
  const [made, setMade] = useState<string | null>(null);
  const refresh = async () => setLinks((await call('GET /api/v1/calendar_link', {})).results.links);
  const submission = useSubmit(async () => {
    const { href } = (await call('POST /api/v1/calendar_link', {})).results;
    setMade(href);
    await refresh();
  });
  const revoke = async (link_idx: number) => {
    await call('DELETE /api/v1/calendar_link/:link_idx', { params: { link_idx } });
    await refresh();
  };
  const rowOf = ({ link_idx, created_at, revoked_at }: CalendarLink) => {
    const name = t('calendar.link_row', { time: format.dateTime(created_at) });
    const isOpen = revoked_at === 0;
    return { link_idx, name, row: isOpen ? name : `${name} · ${t('calendar.link_revoked')}`, isOpen };
  };
  return (
    <form onSubmit={submission.submit}>
      <h2>{t('calendar.subscribe')}</h2>
      <Stack>
        <FormProblem of={submission} title={t('calendar.link_failed')} />
        <p>{t('calendar.subscribe_hint')}</p>
        {made === null ? (
          <Acts>
            <Button variant="primary" type="submit" busy={submission.pending}>
              {t('calendar.link_make')}
            </Button>
          </Acts>
        ) : (
          <MadeLink label={t('calendar.kind_link')} href={made} hint={t('common.shown_once')} />
        )}
      </Stack>
      <SecretLinks
        heading={t('calendar.links')}
        links={links.map(rowOf)}
        revoke={revoke}
        failed={t('calendar.link_revoke_failed')}
      />
    </form>
  );
}
