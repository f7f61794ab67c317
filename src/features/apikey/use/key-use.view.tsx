import { useFormat, useT } from '#ui/interface.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ApikeyWords } from '../apikey.messages.ts';
import type { ListedUse } from './key-use.store.ts';

interface KeyUseProps {
  name: string;
  uses: ListedUse[];
}

/** The dialog with what a key called in the last 30 days. */
export default function KeyUse({ name, uses }: KeyUseProps) {
  const t = useT<ApikeyWords>();
  const format = useFormat();
  const heading = t('apikey.use_of', { name });
  const [call, calls, last, deprecated] = [
    t('apikey.use_call'),
    t('apikey.use_calls'),
    t('apikey.used'),
    t('apikey.use_deprecated'),
  ];
  return (
    <section>
      <h2>{heading}</h2>
      {uses.length === 0 ? (
        <Text tone="soft">{t('apikey.use_none')}</Text>
      ) : (
        <TableFrame label={heading}>
          <Table cards>
            <thead>
              <tr>
                <ColumnHead>{call}</ColumnHead>
                <ColumnHead kind="number">{calls}</ColumnHead>
                <ColumnHead>{last}</ColumnHead>
                <ColumnHead>{deprecated}</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {uses.map((use) => (
                <tr key={use.call}>
                  <RowHead>
                    <code>{use.call}</code>
                  </RowHead>
                  <Cell kind="number" label={calls}>
                    {format.number(use.calls)}
                  </Cell>
                  <Cell kind="nowrap" label={last}>
                    {format.calendarDay(use.last_on)}
                  </Cell>
                  <Cell label={deprecated}>{use.deprecated.join(', ')}</Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
    </section>
  );
}
