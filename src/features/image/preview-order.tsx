import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { ShownImage } from '#kernel/images/shown-image.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { IntoButton, NowOrInto } from '#ui/form/into-button.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Sortable } from '#ui/order/sortable.tsx';
import { useMovedText } from '#ui/order/use-moved-text.ts';
import type { imageApi } from './images.contract.ts';
import styles from './images.module.css';

const call = client<typeof imageApi>();

interface PreviewOrderProps {
  bid: string;
  previews: readonly ShownImage[];
  /** The key of their order. */
  base: string;
  onClose: () => void;
  /** Puts an order into a release, in place of saving it. */
  into: (paths: string[]) => Promise<boolean>;
}

/** Orders the previews of a book by pointer, keyboard or position. */
export function PreviewOrder({ bid, previews, base, onClose, into }: PreviewOrderProps) {
  const t = useT<BookWords>();
  const movedText = useMovedText();
  const [items, setItems] = useState(() => previews.map((image, id) => ({ id, title: image.name, image })));
  const [saved, setSaved] = useState(false);
  const moved = items.some((item, index) => item.id !== index);
  const root = useUnsaved<HTMLDivElement>(moved && !saved);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const submission = useSubmit(async () => {
    const order = Object.fromEntries(items.map((item, index) => [`prev_${index + 1}`, item.image.path]));
    const { results } = await call('PUT /api/v1/book/preview', { body: { bid, ...order, base } });
    const ids = items.map(({ id }) => id);
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    // The page may now be left: it must not ask about the order.
    flushSync(() => setSaved(true));
    reloadWith(
      movedText(
        ids.toSorted((a, b) => a - b),
        ids,
        titles,
      ),
      results.act_idx,
    );
  });
  const putInto = async () => {
    if (!(await into(items.map(({ image }) => image.path)))) return;
    flushSync(() => setSaved(true));
    onClose();
  };
  const putButton = <IntoButton disabled={!moved || submission.pending} onClick={() => void putInto()} />;
  return (
    <Stack ref={root} gap={10}>
      <Inline between tight>
        <h2 ref={heading} tabIndex={-1}>
          {t('book.previews_sort')}
        </h2>
        <Inline tight>
          <Button size="small" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <NowOrInto into={putButton}>
            {(variant) => (
              <Button
                variant={variant}
                size="small"
                onClick={submission.retry}
                busy={submission.pending}
                disabled={!moved}
              >
                {t('common.save')}
              </Button>
            )}
          </NowOrInto>
        </Inline>
      </Inline>
      <FormProblem of={submission} />
      <Sortable
        label={t('book.previews')}
        items={items}
        onChange={setItems}
        rowHeight={72}
        render={({ image, title }) => (
          <Inline as="span" whole className={styles.row}>
            <img src={image.strip} alt="" width={56} height={56} />
            {title}
          </Inline>
        )}
      />
    </Stack>
  );
}
