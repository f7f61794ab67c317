import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { Notice } from '../../client/dialogs.ts';
import styles from './notice.module.css';

interface NoticeBodyProps {
  notice: Notice;
  text: (key: string) => string;
  onRetry: () => void;
}

export function NoticeBody({ notice, text, onRetry }: NoticeBodyProps) {
  const { message, retry } = notice;
  if (!retry) return <p className={styles.message}>{message}</p>;
  const again = () => {
    onRetry();
    retry();
  };
  return (
    <Inline between whole>
      <p className={styles.message} title={message}>
        {message}
      </p>
      <Button variant="soft" size="small" onClick={again}>
        {text('common.retry')}
      </Button>
    </Inline>
  );
}
