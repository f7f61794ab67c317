import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import { isRich } from '#features/collection/collection-texts.public.tsx';
import type { MachineDrafts } from '#features/draft/draft.public.tsx';
import { defaultLocale } from '#kernel/messages/locale.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { useListener } from '#ui/use-listener.ts';
import { Card } from '#ui/kit/card.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { type Cell, cellKey } from './desk.rules.ts';
import styles from './desk-panel.module.css';
import type { localizeApi, TextCard } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';
import type { MatrixRow } from './matrix.read.ts';
import { TextPanel } from './text-panel.tsx';
import type { Translation } from './use-translation.ts';

const call = client<typeof localizeApi>();

interface DeskPanelProps {
  work: Translation;
  rows: readonly MatrixRow[];
  machine: MachineDrafts;
}

/** What stands beside the grid: the text of the chosen cell, or the keys. */
export function DeskPanel({ work, rows, machine }: DeskPanelProps) {
  const t = useT<LocalizeWords>();
  const act = useAct();
  const { desk, card } = work;
  const { cell } = desk;
  const row = rows.find(({ cid }) => cid === cell?.cid);
  const confirmRight = ({ cid, locale, field }: Cell, { version }: TextCard) =>
    act(async () => {
      const { results } = await call('PUT /api/v5/collection/:cid/localize/:locale/review', {
        params: { cid, locale },
        body: { field, version },
      });
      const show = () => navigateInPage(pageAddress());
      await show();
      void notify({ message: t('localize.desk_confirmed'), undo: results.act_idx, undone: show });
    }, t('localize.failed'));
  /** Only some paragraphs are: nothing else of the page is another for it. */
  const mark = ({ cid, locale, field }: Cell, { version }: TextCard, madeOf: string[]) =>
    act(async () => {
      await call('PUT /api/v5/collection/:cid/localize/:locale/review', {
        params: { cid, locale },
        body: { field, version, made_of: { [field]: madeOf } },
      });
    }, t('localize.failed'));
  const canConfirm = cell && card && card.changes.length > 0 && !work.drafts[cellKey(cell)];
  useListener('keydown', (event) => {
    if (!cell || !canConfirm || !event.altKey || event.ctrlKey || event.code !== 'KeyO') return;
    event.preventDefault();
    confirmRight(cell, card);
  });
  // What somebody has typed comes before what a machine made.
  const drafted =
    cell && cell.locale !== defaultLocale && !work.drafts[cellKey(cell)] ? { ...cell, id: cell.cid } : undefined;
  return (
    <aside className={styles.panel} data-open={cell !== null || undefined}>
      {cell && row && (
        <TextPanel
          row={row}
          cell={cell}
          card={card}
          failed={work.failed}
          draft={work.drafts[cellKey(cell)]?.text}
          theirs={work.theirsIn(cell)}
          isEditing={desk.isEditing}
          machine={
            drafted && { of: machine, drafted: machine.of(drafted), cell: drafted, take: (draft) => work.take([draft]) }
          }
          acts={{
            write: (text, madeOf) =>
              desk.write(cell, text, {
                base: isRich(cell.field) ? card?.own.text : undefined,
                ...(madeOf && { madeOf }),
              }),
            mark: (madeOf) => card && mark(cell, card, madeOf),
            discard: () => work.discard(cell),
            overwrite: () => work.overwrite(cell),
            confirmRight: () => card && confirmRight(cell, card),
            leave: () => desk.rest(cell),
            next: desk.next,
          }}
        />
      )}
      <Card as="dl" gap={8} className={styles.keys} aria-label={t('table.keys')}>
        {(
          [
            ['Enter', 'below'],
            ['Tab', 'next'],
            ['Ctrl ↵', work.lack],
            ['Esc', 'leave'],
            ['Ctrl S', 'save'],
          ] as const
        ).map(([key, what]) => (
          <Inline key={key} whole even tight>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`localize.desk_key_${what}`)}</dd>
          </Inline>
        ))}
      </Card>
    </aside>
  );
}
