import type { ReactNode } from 'react';
import type { CodeWords } from '#features/code/code.public.ts';
import { useT } from '#ui/interface.tsx';
import { Grid, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { DoubtfulList } from './doubtful-list.tsx';
import type { Leaked } from './leak.contract.ts';

interface LeakFiguresProps {
  of: Leaked;
  /** The customer. */
  name: string;
  /** The field that says since when redemptions are looked at. */
  children: ReactNode;
}

/** What freezing a leaked file does: what stops, what comes, what stays, and which redemptions look doubtful. */
export function LeakFigures({ of, name, children }: LeakFiguresProps) {
  const t = useT<CodeWords>();
  const { frozen, replaced, orders, links, redeemed, redeemed_since: count, others, doubtful, redemptions } = of;
  const cards = [
    ...(frozen > 0
      ? [
          { key: 'frozen', head: t('code.leak_frozen', { count: frozen }), line: t('code.leak_frozen_line') },
          {
            key: 'replaced',
            head: t('code.leak_replaced', { count: replaced }),
            line: t('code.leak_replaced_line', { name }),
          },
          ...(orders > 0
            ? [{ key: 'orders', head: t('code.leak_orders', { count: orders }), line: t('code.leak_orders_line') }]
            : []),
          ...(links > 0
            ? [{ key: 'links', head: t('code.leak_links', { count: links }), line: t('code.leak_links_line') }]
            : []),
        ]
      : [{ key: 'none', head: t('code.leak_none'), line: '' }]),
    {
      key: 'stay',
      head: t('code.leak_stay', { count: redeemed + others }),
      line: t('code.leak_stay_line', { redeemed, others }),
    },
  ];
  return (
    <>
      <Grid least={180} filled role="status" data-beside={cards.length > 3 || undefined}>
        {cards.map(({ key, head, line }) => (
          <Stack key={key} gap={0} data-key={key}>
            <Text strong>{head}</Text>
            {line !== '' && (
              <Text tone="soft" size="small">
                {line}
              </Text>
            )}
          </Stack>
        ))}
      </Grid>
      {children}
      <Stack tight role="status">
        <Text strong data-key="doubtful">
          {doubtful.length > 0
            ? t('code.leak_doubtful', { doubtful: doubtful.length, count })
            : t('code.leak_no_doubtful', { count })}
        </Text>
        <DoubtfulList rows={redemptions} total={doubtful.length} />
        {doubtful.length > 0 && (
          <Text tone="soft" size="small">
            {t('code.leak_stay_active')}
          </Text>
        )}
      </Stack>
    </>
  );
}
