import { showCode } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Learner } from './learner.contract.ts';
import type { LearnerWords } from './learner.messages.ts';

/** What happened to a reader, the newest first; codes lead to their cards. */
export function LearnerHistory({ of }: { of: Learner['history'] }) {
  const t = useT<LearnerWords>();
  const format = useFormat();
  return (
    <Stack as="section" gap={12} above={22}>
      <SectionHead title={t('learner.history')} />
      <Stack as="ul" gap={8}>
        {of.map(({ at, actor, action, about, code }, index) => (
          // Two of a second may be alike.
          <li key={`${at} ${index}`}>
            <Text as="span" tone="soft" size="small">
              {format.dateTime(at)}
            </Text>{' '}
            {[actor, action, about].filter(Boolean).join(' ')}{' '}
            {code !== null && (
              <a href={`/code?code=${code}`}>
                <code>{showCode(code)}</code>
              </a>
            )}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
