import { Text } from '#ui/kit/text.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { useId } from 'react';
import { tabHref } from '#features/book/book-parts.public.tsx';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { ShownParts } from '#kernel/records/record-parts.ts';
import type { Uses } from '#kernel/records/references.ts';
import { useT } from '#ui/interface.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';

interface WhereSoldProps {
  bid: string;
  uses: Uses;
  /** What other features offer, such as adding it to a collection, where the page has not offered it. */
  acts?: ShownParts['acts'];
  /** It may be in another collection now. */
  onSold?: () => Promise<void>;
  /** In a dialog over a page that has the same region. */
  role?: 'group';
}

/** The collections and roadmaps in which readers get the book, and a way into another. */
export function WhereSold({ bid, uses, acts = [], onSold, role }: WhereSoldProps) {
  const t = useT<BookWords>();
  const heading = useId();
  const kinds = uses.kinds.filter(({ count }) => count > 0);
  const selling = acts.filter(({ isUse }) => isUse).map(({ href }) => ({ href, label: t('book.sold_add') }));
  const more = kinds.reduce((sum, { count, first }) => sum + count - first.length, 0);
  return (
    <Card role={role} aria-labelledby={heading}>
      <h2 id={heading}>{t('book.sold')}</h2>
      {kinds.length === 0 && (
        <Text tone="soft" size="small" whole>
          {t('book.sold_nowhere')}
        </Text>
      )}
      <Stack as="ul" gap={0}>
        {kinds.flatMap(({ first }) =>
          first.map((use) => (
            <Inline as="li" key={`${use.kind} ${use.href ?? use.label}`} between whole baseline pad="5px 0">
              <Stack as="span" gap={0} breaks>
                {use.href === null ? use.label : <a href={use.href}>{use.label}</a>}
                {use.through && (
                  <Text as="small" size="fine">
                    {use.through}
                  </Text>
                )}
              </Stack>
              <Text as="span" tone="soft" size="small" whole>
                {use.kind}
              </Text>
            </Inline>
          )),
        )}
      </Stack>
      {more > 0 && <a href={tabHref(bid, 'uses')}>{t('uses.more', { count: more })}</a>}
      {selling.length > 0 && (
        <Inline even tight above={8}>
          <RecordPartActs acts={selling} onDone={onSold} />
        </Inline>
      )}
    </Card>
  );
}
