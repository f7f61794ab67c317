import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, notify } from '#client/dialogs.ts';
import { SecretLinks } from '#ui/form/secret-links.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
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
  const [links, setLinks] = useState(initial);
  const revoke = async (link_idx: number) => {
    const question = { title: t('portal.preview_revoke_title'), body: t('portal.preview_revoke_body') };
    if (!(await confirm({ ...question, agree: t('common.revoke'), danger: true }))) return;
    await call('DELETE /api/v1/preview/:link_idx', { params: { link_idx } });
    setLinks((await call('GET /api/v1/preview', { query: { of, id } })).results);
    await notify({ message: t('portal.preview_revoked') });
  };
  const rowOf = ({ link_idx, created_by, expires_at, href, at }: PreviewRow) => {
    const name = t('portal.preview_made', { name: created_by ?? '', time: format.dateTime(expires_at) });
    const row = (
      <>
        <a href={href} target="_blank" rel="noopener">
          {name}
        </a>
        {at > 0 && <small> {t('portal.preview_shown', { time: format.dateTime(at) })}</small>}
      </>
    );
    return { link_idx, name, row, isOpen: true };
  };
  return (
    <SecretLinks
      heading={t('portal.preview_live')}
      links={links.map(rowOf)}
      revoke={revoke}
      failed={t('portal.preview_revoke_failed')}
    />
  );
}
