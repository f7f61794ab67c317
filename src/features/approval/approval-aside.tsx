import { useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ApprovalWords } from './approval.messages.ts';
import styles from './approval.module.css';

/** Who can approve a plan, and what to do if nobody can. */
export function ApprovalAside({ others }: { others: number }) {
  const t = useT<ApprovalWords>();
  return (
    <>
      <Card>
        <h2>{t('approval.who_can')}</h2>
        <Text tone="soft">{t('approval.who_can_line', { count: others })}</Text>
      </Card>
      <Card>
        <h2>{t('approval.nobody')}</h2>
        <Text tone="soft">{t('approval.nobody_line')}</Text>
      </Card>
    </>
  );
}

/** What an assistant says about its proposal, as a quotation: no link in it works. */
export function ProposedAside({ why }: { why: string }) {
  const t = useT<ApprovalWords>();
  return (
    <>
      <Card>
        <h2>{t('approval.its_words')}</h2>
        <blockquote className={styles.words}>{why}</blockquote>
        <Text tone="soft" size="small">
          {t('approval.its_words_line')}
        </Text>
      </Card>
      <Card>
        <h2>{t('approval.exactly')}</h2>
        <Text tone="soft">{t('approval.exactly_line')}</Text>
      </Card>
    </>
  );
}
