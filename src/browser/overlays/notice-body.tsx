import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Notice } from '../../client/dialogs.ts';

interface NoticeBodyProps {
  notice: Notice;
  text: (key: string) => string;
  onRetry: () => void;
}

export function NoticeBody({ notice, text, onRetry }: NoticeBodyProps) {
  const { message, retry } = notice;
  if (!retry) return <Text lines={4}>{message}</Text>;
  const again = () => {
    onRetry();
    retry();
  };
  return (
    <Inline between whole>
      <Text lines={4} title={message}>
        {message}
      </Text>
      <Button variant="soft" size="small" onClick={again}>
        {text('common.retry')}
      </Button>
    </Inline>
  );
}
