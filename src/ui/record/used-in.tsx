import type { Uses, UsesOfKind } from '#kernel/records/references.ts';
import { Card, Pairs } from '#ui/kit/card.tsx';
import { useT } from '../interface.tsx';
import { Stack } from '../kit/layout.tsx';
import { Text } from '../kit/text.tsx';
import { ReferenceName } from '../page/reference-name.tsx';

/** Where a record is used, as a part of its page: links to the first few records of each kind, and to lists of all. */
export function UsedIn({ uses }: { uses: Uses }) {
  const t = useT();
  const kinds = uses.kinds.filter(({ count }) => count > 0);
  return (
    <Card>
      <h2>{t('uses.title')}</h2>
      {kinds.length === 0 ? (
        <Text tone="soft">{t('uses.none')}</Text>
      ) : (
        <Pairs gap="9px 12px">
          {kinds.map((kind) => (
            <UsesOfOneKind key={kind.first[0]?.kind} {...kind} />
          ))}
        </Pairs>
      )}
    </Card>
  );
}

function UsesOfOneKind({ count, first, all }: UsesOfKind) {
  const t = useT();
  const more = count - first.length;
  const rest = more > 0 && t('uses.more', { count: more });
  return (
    <div>
      <dt>
        {first[0]?.kind} <small>{count}</small>
      </dt>
      <Stack as="dd" start gap={9}>
        {first.map((reference) => (
          <span key={reference.href ?? reference.label}>
            <ReferenceName of={reference} />
          </span>
        ))}
        {rest && (all ? <a href={all}>{rest}</a> : <span>{rest}</span>)}
      </Stack>
    </div>
  );
}
