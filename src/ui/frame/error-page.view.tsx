import { useEffect } from 'react';
import { pagePath } from '#client/office-path.ts';
import { forgetRecord } from '#client/recent.ts';
import { useT } from '../interface.tsx';
import { Text } from '../kit/text.tsx';
import styles from './error-page.module.css';

interface ErrorPageProps {
  status: number;
  message: string;
  requestId: string;
}

/** An error as a page: what happened, and how to continue. */
export default function ErrorPage({ status, message, requestId }: ErrorPageProps) {
  const t = useT();
  useEffect(() => {
    if (status === 404) forgetRecord(pagePath());
  }, [status]);
  const titles: Record<number, string> = {
    404: t('error.title_404'),
    403: t('error.title_403'),
    400: t('error.title_400'),
  };
  return (
    <section className={styles.page}>
      <Text tone="soft" className={styles.status}>
        {status}
      </Text>
      <h1>{titles[status] ?? t('error.title_500')}</h1>
      <p>{message}</p>
      {/* Someone who may see nothing would get the same error on the start page. */}
      {status !== 403 && (
        <p>
          <a href="/">{t('error.home')}</a>
        </p>
      )}
      <small>{t('error.request', { id: requestId })}</small>
    </section>
  );
}
