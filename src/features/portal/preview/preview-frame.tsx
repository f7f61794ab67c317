import type { ReactNode } from 'react';
import { useFormat, useT } from '#ui/interface.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { LanguageLinks } from '#ui/page/language-links.tsx';
import type { PortalWords } from '../portal.messages.ts';
import styles from './preview.module.css';
import type { PreviewNote } from './shown.read.ts';

/** The frame around a previewed page: a note that it is a preview, its time, and links to other languages. */
export function PreviewFrame({ note, children }: { note: PreviewNote; children: ReactNode }) {
  const t = useT<PortalWords>();
  const format = useFormat();
  const { address, until, isPast, isPublic } = note;
  const whenOf = ({ at, applied, release, plan, due }: PreviewNote) => {
    if (release !== null) return t('portal.in_release', { name: release });
    if (plan !== null) return t('portal.in_plan', { name: plan });
    if (at === 0) return t('portal.as_it_is');
    const time = format.dateTime(at);
    if (isPast) return t('portal.as_it_was', { time });
    const names = due.join(', ');
    return `${t('portal.as_of', { time, count: applied })}${names && ` ${t('portal.with_releases', { names })}`}`;
  };
  return (
    <div className={styles.page}>
      <Inline
        as="header"
        between
        even
        gap="8px 20px"
        size="small"
        ground="accent"
        pad="10px 14px"
        className={styles.note}
      >
        <p>
          <strong>{t('portal.preview')}</strong> {whenOf(note)}{' '}
          {t('portal.preview_until', { time: format.dateTime(until) })}
          {!isPublic && (
            <Text as="strong" tone="warn">
              {t(isPast ? 'portal.was_not_public' : 'portal.not_public')}
            </Text>
          )}
          {isPast && <span> {t('portal.as_today')}</span>}
        </p>
        <LanguageLinks label={t('portal.language')} href={`${address}&lang=`} />
      </Inline>
      <Stack as="article" gap={24} above={28} breaks>
        {children}
      </Stack>
    </div>
  );
}
