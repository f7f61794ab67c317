import { useEffect, useRef, useState } from 'react';
import { takePicks } from '#client/picks.ts';
import { useManageMode } from '#features/collection/collection-page.public.tsx';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ContentsWords } from './contents.messages.ts';
import type { ContentsPanelProps } from './contents-panel.service.ts';
import { ContentsBody } from './contents-panel.tsx';
import styles from './manage-panel.module.css';
import { useContained } from './use-contained.ts';
import { useContentChanges } from './use-content-changes.ts';
import { useContents } from './use-contents.ts';

/** The panel of manage mode, beside the collection, book and series pages; it adds what is picked there. */
export default function ManagePanel({ panel }: { panel: ContentsPanelProps }) {
  const t = useT<ContentsWords>();
  const { cid, title } = panel;
  const mode = useManageMode(cid);
  const contents = useContents(panel);
  const changes = useContentChanges({ cid, title, isManaging: true }, contents);
  useContained(cid, contents);
  // On a phone it is a bar at the bottom until opened.
  const [open, setOpen] = useState(false);
  const take = useRef(changes.take);
  useEffect(() => {
    take.current = changes.take;
  });
  useEffect(() => takePicks((picked) => take.current(picked)), []);
  return (
    <aside className={styles.panel} aria-label={`${t('collection.manage')}: ${title}`} data-open={open || undefined}>
      <Inline as="header" whole gap={4} className={styles.head}>
        <Stack gap={0} grow>
          <Text as="h2" cut>
            <a href={`/collection/${cid}`} title={title}>
              {title}
            </a>
          </Text>
          <Text as="small" size="fine" cut role="status">
            {t('contents.reach', { ...contents.state.counts })}
          </Text>
        </Stack>
        <Button className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('collection.field_contents')}
        </Button>
        <Button
          variant="plain"
          aria-label={t('contents.manage_close')}
          title={t('contents.manage_close')}
          onClick={mode.close}
        >
          <Icon name="close" />
        </Button>
      </Inline>
      <div className={styles.body}>
        {contents.state.locked === null && (
          <Text tone="soft" size="small" below={8}>
            {t('contents.manage_hint')}
          </Text>
        )}
        <Inline as="nav" gap={6} below={14} aria-label={t('collection.manage')}>
          <ButtonLink href="/book">{t('contents.manage_library')}</ButtonLink>
          <ButtonLink href="/series">{t('contents.manage_series')}</ButtonLink>
          <Button variant="plain" onClick={mode.turnOff}>
            {t('collection.manage_off')}
          </Button>
        </Inline>
        <ContentsBody panel={panel} contents={contents} changes={changes} />
      </div>
    </aside>
  );
}
