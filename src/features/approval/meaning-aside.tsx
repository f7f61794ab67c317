import { openFragment } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useDeclaredKeys } from '#ui/page/declared-keys.ts';
import type { PlanMeaning } from './approval.contract.ts';
import type { ApprovalWords } from './approval.messages.ts';

/** What a plan means for readers, and where it can be seen as they will see it. */
export function MeaningAside({ of: { readers, previews, no_preview } }: { of: PlanMeaning }) {
  const t = useT<ApprovalWords>();
  useDeclaredKeys(previews.length > 0);
  return (
    <Card gap={8}>
      <h2>{t('approval.readers')}</h2>
      <Stack as="ul" tight>
        {readers.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Stack>
      {previews.length > 0 && (
        <>
          <h3>{t('approval.preview')}</h3>
          <Inline gap="4px 10px">
            {previews.map(({ title, href }, nth) => (
              <ButtonLink
                key={href}
                variant="link"
                href={href}
                aria-label={`${t('approval.preview')}: ${title}`}
                aria-keyshortcuts={nth === 0 ? 'P' : undefined}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  void openFragment(href);
                }}
              >
                {title}
              </ButtonLink>
            ))}
          </Inline>
        </>
      )}
      {no_preview !== null && <Text tone="soft">{t(`approval.no_preview_${no_preview}`)}</Text>}
    </Card>
  );
}
