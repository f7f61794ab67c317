import { useRef, useState } from 'react';
import { upload } from '#client/upload/upload.ts';
import { showCode } from '#features/code/code.public.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { FileButton } from '#ui/kit/file-button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { VendingWords } from '../vending.messages.ts';
import type { Compared } from './orders.contract.ts';

// What differs is put right one by one; of more, the lists are of different things.
const shown = 200;

/** Compares the orders of a month with the shop's own list. What agrees is one number, what differs is a row each. */
export function CompareOrders({ custIdx, month }: { custIdx: number; month: string }) {
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
      {compared && <Differences of={compared.result} />}
    </Stack>
  );
}

function Differences({ of }: { of: Compared }) {
  const t = useT<VendingWords>();
  const format = useFormat();
  const rows = [
    ...of.differ.map(({ order, code, here, state, why }) => ({
      order,
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
      here: t('vending.not_here'),
      there: code === '' ? t('vending.in_list') : showCode(code),
    })),
    ...of.only_here.map(({ order, state }) => ({
      order,
      here: t(`vending.state_${state}`),
      there: t('vending.not_in_list'),
    })),
  ];
  return (
    <>
      <Text as="output" tone={rows.length === 0 ? 'done' : undefined}>
        {t('vending.agree', { count: of.agree })} {rows.length > 0 && t('vending.differ', { count: rows.length })}
      </Text>
      {rows.length > 0 && (
        <TableFrame label={t('vending.compare')}>
          <Table cards>
            <thead>
              <tr>
                <ColumnHead>{t('vending.field_order')}</ColumnHead>
                <ColumnHead>{t('vending.here')}</ColumnHead>
                <ColumnHead>{t('vending.there')}</ColumnHead>
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
