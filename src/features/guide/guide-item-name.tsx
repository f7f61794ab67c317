import { Cover } from '#ui/cover.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { GuideItem } from './guide.contract.ts';
import { labelsOf, nameOf } from './guide.rules.ts';
import { LegendList } from './legend.tsx';

/** The cover, name and labels of an item, and its title if that differs from the name. */
export function GuideItemName({ item, legends }: { item: GuideItem; legends: readonly string[] }) {
  const name = nameOf(item);
  return (
    <Inline as="span" whole gap={10}>
      <Cover id={String(item.itm_idx)} title={name} source={item.cover?.strip ?? null} size="row" />
      <Stack as="span" gap={0} grow>
        <Text as="strong" cut strong title={name}>
          {name}
        </Text>
        {name !== item.title && (
          <Text as="small" size="fine" cut title={item.title}>
            {item.title}
          </Text>
        )}
        <Text as="small" size="fine">
          <LegendList labels={labelsOf(item.legend)} legends={legends} />
        </Text>
      </Stack>
    </Inline>
  );
}
