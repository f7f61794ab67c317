import { useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { HandoverWords } from './handover.messages.ts';

/** What happens at once, and what does not change. */
export function HandoverAside({ name }: { name: string }) {
  const t = useT<HandoverWords>();
  return (
    <div>
      <Card>
        <h2>{t('handover.at_once')}</h2>
        <ul>
          <li>{t('handover.at_once_told')}</li>
          <li>{t('handover.at_once_act')}</li>
          <li>{t('handover.at_once_on')}</li>
        </ul>
      </Card>
      <Card>
        <h2>{t('handover.stays_named', { name })}</h2>
        <Text tone="soft">{t('handover.stays_line')}</Text>
      </Card>
    </div>
  );
}
