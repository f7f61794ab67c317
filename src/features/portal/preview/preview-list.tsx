import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, notify } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { PortalWords } from '../portal.messages.ts';
import type { PreviewRow, previewApi } from './preview.contract.ts';
import type { PreviewedKind } from './preview.rules.ts';

const call = client<typeof previewApi>();

interface PreviewListProps {
  of: PreviewedKind;
  id: string;
  links: PreviewRow[];
}

/** The links to a record's previews that can be opened, each with a button to revoke it; nothing if there are none. */
export function PreviewList({ of, id, links: initial }: PreviewListProps) {
  const t = useT<PortalWords>();
  const format = useFormat();
  const run = useAct();
  const [links, setLinks] = useState(initial);
  const revoke = ({ link_idx }: PreviewRow) =>
    run(async () => {
      const question = { title: t('portal.preview_revoke_title'), body: t('portal.preview_revoke_body') };
      if (!(await confirm({ ...question, agree: t('portal.preview_revoke'), danger: true }))) return;
      await call('DELETE /api/v1/preview/:link_idx', { params: { link_idx } });
      setLinks((await call('GET /api/v1/preview', { query: { of, id } })).results);
      await notify({ message: t('portal.preview_revoked') });
    }, t('portal.preview_revoke_failed'));
  if (links.length === 0) return null;
  return (
    <Stack component="section" gap="xs" mt="lg">
      <h3>{t('portal.preview_live')}</h3>
      {links.map((link) => {
        const made = t('portal.preview_made', {
          name: link.created_by ?? '',
          time: format.dateTime(link.expires_at),
        });
        return (
          <Group key={link.link_idx} justify="space-between" wrap="nowrap" gap="xs">
            <span>
              <a href={link.href} target="_blank" rel="noopener">
                {made}
              </a>
              {link.at > 0 && <small> {t('portal.preview_shown', { time: format.dateTime(link.at) })}</small>}
            </span>
            <button
              type="button"
              className={button.danger}
              onClick={() => revoke(link)}
              aria-label={`${t('portal.preview_revoke')}: ${made}`}
            >
              {t('portal.preview_revoke')}
            </button>
          </Group>
        );
      })}
    </Stack>
  );
}
