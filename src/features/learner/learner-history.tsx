import { showCode } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Learner } from './learner.contract.ts';
import type { LearnerWords } from './learner.messages.ts';

/** What a reader redeemed, joined and tried in vain, the newest first; codes lead to their cards. The trail below has the acts of staff. */
export function LearnerHistory({ of }: { of: Learner['history'] }) {
  const t = useT<LearnerWords>();
  const format = useFormat();
  const own = of.filter(({ actor }) => actor === null);
  if (own.length === 0) return null;
  return (
    <Stack as="section" gap={12} above={22} below={22}>
      <SectionHead title={t('learner.own_history')} />
      <Stack as="ul" gap={8}>
        {own.map(({ at, action, about, code }, index) => (
          // Two of a second may be alike.
          <li key={`${at} ${index}`}>
            <Text as="span" tone="soft" size="small">
              {format.dateTime(at)}
            </Text>{' '}
            {[action, about].filter(Boolean).join(' ')}{' '}
            {code !== null && (
              <Text as="a" whole href={`/code?code=${code}`}>
                <code>{showCode(code)}</code>
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
