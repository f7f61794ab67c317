import { Card, CardHead } from '#ui/kit/card.tsx';
import { client } from '#client/api.ts';
import { confirmPhrase, openFragment, reloadWith } from '#client/dialogs.ts';
import { actIn } from '#client/made.ts';
import { stage } from '#client/staged.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { unitInfoApi } from './unit-info.contract.ts';
import { numbered, type UnitRow } from './unit-info.rules.ts';
import { UnitTable } from './unit-table.tsx';

const call = client<typeof unitInfoApi>();

/** The first units of a book, and their total number. */
export interface UnitPanelData {
  units: UnitRow[];
  count: number;
}

/** The units of a book on its page, with controls to replace and delete them. */
export function UnitInfoPanel({ bid, data: { units, count } }: { bid: string; data: UnitPanelData }) {
  const t = useT<BookWords>();
  const act = useAct();
  const edit = async () => {
    const saved = await openFragment(`/book/unit?bid=${bid}`);
    if (saved) reloadWith(t('book.unit_saved'), actIn(saved));
  };
  const remove = async () => {
    const title = t('book.unit_delete_all');
    const figures = [t('book.unit_count', { count })];
    const into = () => stage({ kind: 'units', id: bid, title, values: { unitInfo: [] } });
    const question = {
      title,
      body: t('book.unit_delete_text'),
      figures,
      agree: t('common.delete'),
      danger: true,
      into,
    };
    if (!(await confirmPhrase(question))) return;
    act(async () => {
      const { data } = await call('DELETE /api/v5/book/unit/:bid', { params: { bid } });
      reloadWith(t('book.unit_deleted'), data.act_idx);
    });
  };
  const more = count - units.length;
  return (
    <Card aria-labelledby="unit-info">
      <CardHead>
        <h2 id="unit-info">{t('book.unit_info')}</h2>
        <Inline tight>
          {count > 0 && (
            <Button variant="soft" danger size="small" onClick={() => void remove()}>
              {t('book.unit_delete_all')}
            </Button>
          )}
          <Button size="small" onClick={() => void edit()}>
            {t('book.unit_edit')}
          </Button>
        </Inline>
      </CardHead>
      {count === 0 ? (
        <EmptyState text={t('book.unit_none')}>
          <small>{t('book.unit_file_hint')}</small>
        </EmptyState>
      ) : (
        <UnitTable caption={t('book.unit_count', { count })} rows={numbered(units)} />
      )}
      {more > 0 && <Text tone="soft">{t('book.unit_more', { count: more })}</Text>}
    </Card>
  );
}
