import { useEffect } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { refreshView } from '#client/live/refresh.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { AccessibilityView } from './accessibility.tsx';
import type { EpubReport, epubCheckApi } from './epub-check.contract.ts';
import { type EpubMessage, inPlainGroups } from './epub-check.rules.ts';
import styles from './epub-report.module.css';
import { EpubStateBadge } from './epub-state.tsx';

const call = client<typeof epubCheckApi>();

/** What the check of a book's EPUB found, in plain words, and what the EPUB says of its accessibility. */
export function EpubReportView({ bid, report }: { bid: string; report: EpubReport }) {
  const t = useT<BookWords>();
  const format = useFormat();
  const act = useAct();
  const again = () =>
    act(async () => {
      await call('POST /api/v1/book/:bid/epub_report', { params: { bid } });
      reloadWith(t('book.epub_check_requested'));
    });
  useRefreshUntilChecked(report.status === 'waiting');
  const { status, checked_at: checkedAt, tool, messages, left_out: leftOut, mended, accessibility } = report;
  return (
    <>
      <Stack as="section" gap={0} below={12} aria-labelledby="epub-report">
        <h4 id="epub-report">{t('book.field_epub_check')}</h4>
        <Inline as="p" gap="8px 12px" below={6}>
          <EpubStateBadge state={status} />
          {status !== 'waiting' && (
            <Button size="small" onClick={again}>
              {t('book.epub_check_again')}
            </Button>
          )}
        </Inline>
        {checkedAt > 0 && (
          <Text tone="soft" below={8}>
            {t('book.epub_checked_at', { time: format.dateTime(checkedAt), tool: tool || '—' })}
          </Text>
        )}
        {messages.length > 0 && (
          <Text tone="soft" below={8}>
            {t('book.epub_check_advice')}
          </Text>
        )}
        <Groups messages={messages} />
        {leftOut > 0 && (
          <Text tone="soft" below={8}>
            {t('book.epub_left_out', { count: leftOut })}
          </Text>
        )}
        {mended.length > 0 && (
          <details className={styles.mended}>
            <summary>{t('book.epub_mended', { count: mended.length })}</summary>
            <Groups messages={mended} />
          </details>
        )}
      </Stack>
      {checkedAt > 0 && <AccessibilityView accessibility={accessibility} />}
    </>
  );
}

// Most checks take less than a second; some wait behind many others. Milliseconds.
const firstPollMs = 1000;
const longestWaitMs = 30_000;

/**
 * Shows the result of a check as soon as there is one. A page in the user's hands is not redrawn for changes by others,
 * but this is what somebody who has just uploaded a file waits for.
 */
function useRefreshUntilChecked(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout>;
    const pollIn = (ms: number) => {
      timer = setTimeout(() => {
        const polled = document.hidden ? Promise.resolve() : refreshView('live').catch(() => undefined);
        void polled.then(() => !hasEnded && pollIn(Math.min(2 * ms, longestWaitMs)));
      }, ms);
    };
    let hasEnded = false;
    pollIn(firstPollMs);
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }, [isWaiting]);
}

/** Messages under a plain sentence each; the first group of a few is open. */
function Groups({ messages }: { messages: readonly EpubMessage[] }) {
  const t = useT<BookWords>();
  const format = useFormat();
  return inPlainGroups(messages).map(({ kind, messages: of }, index) => (
    <Stack as="details" gap={0} below={6} key={kind} className={styles.group} open={index === 0 && of.length <= 5}>
      <summary>
        {t(`book.epub_is_${kind}`)}{' '}
        <Text as="span" tone="soft">
          {format.number(of.length)}
        </Text>
      </summary>
      <Frame as="ul" most={320}>
        {of.map((one, at) => (
          <Message key={at} of={one} />
        ))}
      </Frame>
    </Stack>
  ));
}

function Message({ of: { severity, id, text, path, line } }: { of: EpubMessage }) {
  const t = useT<BookWords>();
  return (
    <Stack as="li" gap={0}>
      <strong data-severity={severity}>{t(`book.epub_severity_${severity}`)}</strong>
      {path !== null && (
        <Text as="span" tone="soft">
          <bdi>{path}</bdi>
          {line !== null && <>, {t('book.epub_line', { line })}</>}
        </Text>
      )}
      <span lang="en">
        {text} <code>{id}</code>
      </span>
    </Stack>
  );
}
