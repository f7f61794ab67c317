import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Card, Frame } from '#ui/kit/card.tsx';
import { Cover } from '#ui/cover.tsx';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RichTextView } from '#ui/kit/rich-text.tsx';
import { Text, Unseen } from '#ui/kit/text.tsx';
import type { GuideItem } from './guide.contract.ts';
import type { GuideWords } from './guide.messages.ts';
import { labelsOf, legendsOf, nameOf } from './guide.rules.ts';
import { GuideHead, type OpenGuide } from './guide-head.tsx';
import styles from './guide-viewer.module.css';
import { LegendBands, LegendList } from './legend.tsx';
import bar from './timeline.module.css';
import { barStyle, TimelineHead, TimelineTrack, useRangeText } from './timeline.tsx';

/** Names and their bars. */
const columns = '190px minmax(0, 1fr)';

const itemId = (itmIdx: number) => `item-${itmIdx}`;

/** Opens an item below the timeline; only one item of a guide is open at a time. */
function openItem(itmIdx: number) {
  const item = document.getElementById(itemId(itmIdx));
  if (item instanceof HTMLDetailsElement) item.open = true;
}

/** A read-only view of a guide as readers see it: the timeline, and the items with the first one open. */
export function GuideViewer({ guide }: { guide: OpenGuide }) {
  const t = useT<GuideWords>();
  const { items, ages, at } = guide;
  const textOf = useRangeText(ages);
  const legends = legendsOf(items);
  const opened = at ?? items[0]?.itm_idx;
  return (
    <>
      <GuideHead guide={guide} count={items.length} />
      {items.length === 0 ? (
        <EmptyState text={t('guide.nothing_to_view')} />
      ) : (
        <>
          <Stack as="section" gap={0} below={10} aria-label={t('guide.legends')}>
            <LegendList labels={legends} legends={legends} />
          </Stack>
          <Card className={styles.timeline} aria-label={t('guide.timeline')}>
            <Grid columns={columns} onPhone="minmax(0, 1fr)" gap="0 10px" below={6}>
              <span />
              <TimelineHead ages={ages} />
            </Grid>
            {items.map((item) => (
              <Grid
                as="a"
                key={item.itm_idx}
                columns={columns}
                onPhone="minmax(0, 1fr)"
                gap="0 10px"
                pad="2px 0"
                middle
                className={styles.row}
                href={`#${itemId(item.itm_idx)}`}
                onClick={() => openItem(item.itm_idx)}
              >
                <Text as="span" cut title={nameOf(item)}>
                  {nameOf(item)}
                </Text>{' '}
                <Unseen>{textOf(item)}</Unseen>
                <span aria-hidden="true">
                  <TimelineTrack>
                    <span className={bar.bar} style={barStyle(item)} title={textOf(item)}>
                      <LegendBands labels={labelsOf(item.legend)} legends={legends} />
                    </span>
                  </TimelineTrack>
                </span>
              </Grid>
            ))}
          </Card>
          {items.map((item) => (
            <Frame
              as="details"
              key={item.itm_idx}
              id={itemId(item.itm_idx)}
              name="guide-item"
              className={styles.item}
              open={item.itm_idx === opened}
            >
              <Text as="summary" strong pad="12px 16px">
                {nameOf(item)}
              </Text>
              <ItemBody item={item} legends={legends} range={textOf(item)} />
            </Frame>
          ))}
        </>
      )}
    </>
  );
}

function ItemBody({ item, legends, range }: { item: GuideItem; legends: readonly string[]; range: string }) {
  const { title, description, legend, btn_title, btn_link, cover } = item;
  return (
    <Inline high gap="16px 24px" pad="4px 16px 18px">
      {cover ? (
        <img
          className={styles.cover}
          src={cover.detail}
          alt=""
          width={cover.width}
          height={cover.height}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <Cover id={String(item.itm_idx)} title={nameOf(item)} source={null} size="hero" />
      )}
      <div className={styles.texts}>
        <h2>{title}</h2>
        <Inline as="p" gap="4px 16px" below={12} tone="soft">
          {range}
          <LegendList labels={labelsOf(legend)} legends={legends} />
        </Inline>
        {description !== '' && <RichTextView html={description} />}
        {btn_link !== '' && (
          <Text as="div" above={12}>
            <ButtonLink variant="primary" href={btn_link} target="_blank" rel="noopener noreferrer">
              {btn_title || btn_link}
            </ButtonLink>
          </Text>
        )}
      </div>
    </Inline>
  );
}
