import { Group, Stack } from '@mantine/core';
import { client } from '#client/api.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { CodeWords } from '../code.messages.ts';
import type { Link, linkApi } from './link.contract.ts';

const call = client<typeof linkApi>();

interface LinkListProps {
  cg_idx: number;
  links: readonly Link[];
  onChange: (links: Link[]) => void;
}

/** The links to a batch with their downloads; open ones can be revoked. */
export function LinkList({ cg_idx, links, onChange }: LinkListProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const act = useAct();
  const revoke = ({ link_idx }: Link) =>
    act(async () => {
      await call('DELETE /api/v1/code/link/:link_idx', { params: { link_idx } });
      onChange((await call('GET /api/v1/code/batch/:cg_idx/link', { params: { cg_idx } })).results.links);
    }, t('code.link_revoke_failed'));
  if (links.length === 0) return <p>{t('code.link_none')}</p>;
  return (
    <Stack component="section" gap="xs" mt="lg">
      <h3>{t('code.link_list')}</h3>
      {links.map((link) => {
        const made = t('code.link_row', { day: format.end(link.expires_at), name: link.created_by ?? '—' });
        const rest = [t('code.link_downloads', { count: link.downloads })];
        if (link.has_password) rest.push(t('code.link_has_password'));
        if (link.revoked_at > 0) rest.push(t('code.link_revoked'));
        else if (!link.is_open) rest.push(t('code.link_over'));
        return (
          <Group key={link.link_idx} justify="space-between" wrap="nowrap" gap="xs">
            <span>
              {made} · {rest.join(' · ')}
            </span>
            {link.is_open && (
              <button
                type="button"
                className={button.danger}
                onClick={() => revoke(link)}
                aria-label={`${t('code.link_revoke')}: ${made}`}
              >
                {t('code.link_revoke')}
              </button>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
