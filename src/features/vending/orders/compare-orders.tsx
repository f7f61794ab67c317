import { useEffect, useRef, useState } from 'react';
import { holdRows, navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import { upload } from '#client/upload/upload.ts';
import { showCode } from '#features/code/code.public.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { FileButton } from '#ui/kit/file-button.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { VendingWords } from '../vending.messages.ts';
import type { Compared } from './orders.contract.ts';
import { actHere, actThere } from './orders.rules.ts';
import type { Seller } from './staff-orders.service.ts';
import { useShopOrderActs } from './use-shop-order-acts.ts';

// What differs is put right one by one; of more, the lists are of different things.
const shown = 200;

interface CompareProps {
  custIdx: number;
  /** The keys that could draw a code for an order that only the list has. */
  sellers: readonly Seller[];
  month: string;
}

/** Compares the orders of a month with the shop's own list. What agrees is one number, what differs is a row each. */
export function CompareOrders({ custIdx, sellers, month }: CompareProps) {
  const t = useT<VendingWords>();
  const [compared, setCompared] = useState<{ name: string; result: Compared } | null>(null);
  const chosen = useRef<File>(null);
  const submission = useSubmit(async () => {
    const { current: file } = chosen;
    if (!file) return;
    const form = new FormData();
    form.append('file', file);
    const url = `/api/v1/order/compare?${new URLSearchParams({ cust_idx: String(custIdx), month })}`;
    const { results } = await upload<{ results: Compared }>(url, form);
    setCompared({ name: file.name, result: results });
  });
  const isHeld = compared !== null || submission.pending;
  // Shops sell on meanwhile: the orders follow, what is or was compared stays.
  useEffect(() => (isHeld ? holdRows() : undefined), [isHeld]);
  const compareAgain = () => {
    submission.submit();
    void navigateInPage(pageAddress());
  };
  return (
    <Stack as="section" gap={8} above={18}>
      <SectionHead title={t('vending.compare')} note={compared?.name ?? t('vending.compare_hint')}>
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx"
          disabled={submission.pending}
          onFiles={([file]) => {
            chosen.current = file ?? null;
            setCompared(null);
            submission.submit();
          }}
        >
          {t('vending.choose_list')}
        </FileButton>
      </SectionHead>
      <FormProblem of={submission} title={t('vending.compare_failed')} />
      {compared && <Differences of={compared.result} custIdx={custIdx} sellers={sellers} onDone={compareAgain} />}
    </Stack>
  );
}

interface DifferencesProps extends Pick<CompareProps, 'custIdx' | 'sellers'> {
  of: Compared;
  /** Compares again. */
  onDone: () => void;
}

/** What differs, a row each, with what staff do about it. */
function Differences({ of, custIdx, sellers, onDone }: DifferencesProps) {
  const t = useT<VendingWords>();
  const format = useFormat();
  const [seller, setSeller] = useState(sellers[0]?.key_idx ?? null);
  const act = useShopOrderActs({ custIdx, seller, onDone });
  const isDrawn = of.only_there.some((line) => actThere(line).act === 'draw');
  const rows = [
    ...of.differ.map(({ order, code, here, state, why }) => ({
      order,
      act: { act: 'show', code: here } as const,
      here: why === 'code' || why === 'replaced' ? showCode(here) : t(`vending.state_${state}`),
      there:
        why === 'month'
          ? t('vending.other_month')
          : why === 'replaced'
            ? t('vending.replaced_code', { code: showCode(code) })
            : code === ''
              ? t('vending.in_list')
              : showCode(code),
    })),
    ...of.only_there.map(({ order, code }) => ({
      order,
      act: actThere({ order, code }),
      here: t('vending.not_here'),
      there: code === '' ? t('vending.in_list') : showCode(code),
    })),
    ...of.only_here.map((one) => ({
      order: one.order,
      act: actHere(one),
      here: t(`vending.state_${one.state}`),
      there: t('vending.not_in_list'),
    })),
  ];
  return (
    <>
      <Text as="output" tone={rows.length === 0 ? 'done' : undefined}>
        {t('vending.agree', { count: of.agree })} {rows.length > 0 && t('vending.differ', { count: rows.length })}
      </Text>
      {isDrawn && sellers.length > 1 && (
        <Select
          label={t('vending.seller')}
          value={String(seller)}
          onChange={({ currentTarget }) => setSeller(Number(currentTarget.value))}
          options={sellers.map(({ key_idx, name }) => ({ value: String(key_idx), label: name }))}
        />
      )}
      {rows.length > 0 && (
        <TableFrame label={t('vending.compare')}>
          <Table cards>
            <thead>
              <tr>
                <ColumnHead>{t('vending.field_order')}</ColumnHead>
                <ColumnHead>{t('vending.here')}</ColumnHead>
                <ColumnHead>{t('vending.there')}</ColumnHead>
                <ColumnHead kind="actions">{t('common.actions')}</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((row) => (
                <tr key={`${row.order} ${row.here} ${row.there}`}>
                  <RowHead>
                    <code>{row.order}</code>
                  </RowHead>
                  <Cell label={t('vending.here')}>{row.here}</Cell>
                  <Cell label={t('vending.there')}>{row.there}</Cell>
                  <Cell kind="actions">
                    <Button
                      onClick={() => act(row.order, row.act)}
                      aria-label={`${t(`vending.${row.act.act}`)} ${row.order}`}
                    >
                      {t(`vending.${row.act.act}`)}
                    </Button>
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
      {rows.length > shown && (
        <Text tone="soft">{t('vending.more', { count: format.number(rows.length - shown) })}</Text>
      )}
    </>
  );
}
