import { useEffect, useId, useState } from 'react';
import { storeCookie } from '#client/cookie.ts';
import { notify, openFragment } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Sortable } from '#ui/order/sortable.tsx';
import type { Ordered } from '#ui/order/use-order-acts.ts';
import { useOrderEditor } from '#ui/order/use-order-editor.ts';
import type { GuideItem } from './guide.contract.ts';
import type { GuideWords } from './guide.messages.ts';
import { labelsOf, legendsOf, nameOf, numbersCookie } from './guide.rules.ts';
import styles from './guide-editor.module.css';
import { GuideHead, type OpenGuide } from './guide-head.tsx';
import { GuideItemName } from './guide-item-name.tsx';
import { LegendList } from './legend.tsx';
import { RangeBar } from './range-bar.tsx';
import { RangeFields } from './range-fields.tsx';
import { TimelineHead, useRangeText } from './timeline.tsx';
import { useGuide } from './use-guide.ts';

const yearSeconds = 365 * 24 * 3600;

/** Whether the rows of guides show their start and length as numbers; remembered for the next visit. */
function useNumbers(initial: boolean): [boolean, () => void] {
  const [isShown, setShown] = useState(initial);
  const toggle = () => {
    storeCookie(numbersCookie, isShown ? '' : 'shown', isShown ? 0 : yearSeconds);
    setShown(!isShown);
  };
  return [isShown, toggle];
}

const editId = (itmIdx: number) => `edit-${itmIdx}`;

/** The items of a guide in order, each with its bar: dragged, typed, or edited in a dialog, and saved at once. */
export function GuideEditor({ guide, hasNumbers }: { guide: OpenGuide; hasNumbers: boolean }) {
  const t = useT<GuideWords>();
  const { gui_id, ages, at } = guide;
  const textOf = useRangeText(ages);
  const hintId = useId();
  const [isNumbered, toggleNumbers] = useNumbers(hasNumbers);
  const state = useGuide(gui_id, guide);
  const { items, ordered } = state;
  const { Editor, opener, open, close } = useOrderEditor();
  const reordering: Ordered = {
    ...ordered,
    onSaved: (said, act) => {
      close();
      ordered.onSaved(said, act);
    },
  };
  const legends = legendsOf(items);
  const root = useUnsaved<HTMLDivElement>(state.isUnsaved);
  const [focused, focus] = useState(at);
  // Once it is drawn, whenever that is.
  useEffect(() => {
    const button = focused === null ? null : document.getElementById(editId(focused));
    if (!button) return;
    button.focus();
    focus(null);
  }, [focused, items]);
  const create = async () => {
    const made = madeIn(await openFragment(`/static/html/series_guide_editor.html?gui_id=${gui_id}`));
    if (!made) return;
    state.load(() => {
      void notify({ message: t('guide.item_created'), undo: made.undo, undone: () => state.load(() => {}) });
      focus(Number(made.id));
    });
  };
  const edit = async ({ itm_idx }: GuideItem) => {
    const saved = await openFragment(`/series_guide/update/${itm_idx}`);
    // Its cover may have been deleted even if nothing was saved.
    state.load(() => {
      if (!isSaved(saved)) return;
      const { merged, act } = saved;
      const message = merged ? t('guide.item_merged', { name: merged }) : t('guide.item_saved');
      void notify({ message, undo: act, undone: () => state.load(() => {}) });
    });
  };
  const remove = (item: GuideItem) => {
    const index = items.indexOf(item);
    const next = items[index + 1] ?? items[index - 1];
    state.remove(item, () => focus(next?.itm_idx ?? null));
  };
  return (
    <div ref={root}>
      <GuideHead guide={guide} count={items.length}>
        <Button
          variant="primary"
          // biome-ignore lint/a11y/noAutofocus: a new guide begins with its first item
          autoFocus={items.length === 0}
          onClick={() => void create()}
        >
          <Icon name="add" />
          {t('guide.item_create')}
        </Button>
      </GuideHead>
      {Editor && <Editor label={t('guide.reorder')} onCancel={close} {...reordering} />}
      {Editor ? null : items.length === 0 ? (
        <EmptyState text={t('guide.no_items')} />
      ) : (
        <>
          <Stack as="section" gap={0} below={8} aria-label={t('guide.legends')}>
            <LegendList labels={legends} legends={legends} />
          </Stack>
          <Inline low between gap="8px 16px" below={10} tone="soft" size="small">
            <p id={hintId} data-screen-only>
              {t('guide.bar_hint')}
            </p>
            <Inline as="span" tight last>
              {items.length > 1 && (
                <Button ref={opener} size="small" disabled={state.isUnsaved} onClick={open}>
                  {t('guide.reorder')}
                </Button>
              )}
              <Button size="small" aria-pressed={isNumbered} onClick={toggleNumbers}>
                {t('guide.numbers')}
              </Button>
            </Inline>
          </Inline>
          <Frame as="section" className={styles.rows} aria-label={t('guide.timeline')}>
            <div className={styles.head}>
              <span className={styles.name} />
              <span className={styles.track}>
                <TimelineHead ages={ages} />
              </span>
              {isNumbered && <span className={styles.range} />}
              <span className={styles.acts} />
            </div>
            <Sortable
              label={t('guide.column_items')}
              rowHeight="natural"
              items={items.map((item) => ({ id: item.itm_idx, title: nameOf(item), item }))}
              onChange={(next) => state.reorder(next.map(({ id }) => id))}
              renderLifted={({ title }) => title}
              render={({ id, title, item }) => (
                <>
                  <span className={styles.name}>
                    <GuideItemName item={item} legends={legends} />
                  </span>
                  <span className={styles.track}>
                    <RangeBar
                      name={title}
                      range={item}
                      ages={ages}
                      labels={labelsOf(item.legend)}
                      legends={legends}
                      hintId={hintId}
                      onChange={(range, keysFollow) => state.setRange(id, range, { keysFollow })}
                      onSettled={() => state.settleRange(id)}
                    />
                    <Text as="span" tone="soft" size="fine" className={styles.words} aria-hidden="true">
                      {textOf(item)}
                    </Text>
                  </span>
                  {isNumbered && (
                    <span className={styles.range}>
                      <RangeFields name={title} range={item} onChange={(range) => state.setRange(id, range)} />
                    </span>
                  )}
                  <span className={styles.acts}>
                    <Button
                      id={editId(id)}
                      variant="quiet"
                      aria-label={`${t('CMN-06')}: ${title}`}
                      onClick={() => void edit(item)}
                    >
                      {t('CMN-06')}
                    </Button>
                    <Button variant="quiet" danger aria-label={`${t('CMN-07')}: ${title}`} onClick={() => remove(item)}>
                      {t('CMN-07')}
                    </Button>
                  </span>
                </>
              )}
            />
          </Frame>
        </>
      )}
    </div>
  );
}

/** The result of the form of an item that was there. */
const isSaved = (result: unknown): result is { itm_idx: number; merged?: string; act?: number } =>
  typeof result === 'object' && result !== null && 'itm_idx' in result;
