import { useState } from 'react';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Cell, ColumnHead, Table, TableFrame } from '#ui/kit/table.tsx';
import type { KindOfBelongings } from './handover.contract.ts';
import type { HandoverWords } from './handover.messages.ts';
import { type Choice, end, goesTo, stay } from './handover.rules.ts';

interface HandoverTableProps {
  name: string;
  kinds: readonly KindOfBelongings[];
  /** Those who can take something over. */
  options: readonly { value: string; label: string }[];
  choices: ReadonlyMap<string, Choice>;
  /** To whom everything goes for which nothing else is chosen. */
  to: string;
  onChoose: (kind: string, choice: Partial<Choice>) => void;
}

/** A row for each kind; its count opens the list, to choose one by one. */
export function HandoverTable({ name, kinds, options, choices, to, onChoose }: HandoverTableProps) {
  const t = useT<HandoverWords>();
  return (
    <TableFrame label={t('handover.what', { name })}>
      <Table cards>
        <thead>
          <tr>
            <ColumnHead>{t('handover.what', { name })}</ColumnHead>
            <ColumnHead kind="number">{t('handover.count')}</ColumnHead>
            <ColumnHead>{t('handover.goes_to')}</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {kinds.map((one) => (
            <KindRow
              key={one.kind}
              of={one}
              options={options}
              goes={goesTo(one, choices.get(one.kind), to)}
              left={choices.get(one.kind)?.left ?? new Set()}
              onChoose={(choice) => onChoose(one.kind, choice)}
            />
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

interface KindRowProps {
  of: KindOfBelongings;
  options: HandoverTableProps['options'];
  goes: string;
  left: ReadonlySet<string>;
  onChoose: (choice: Partial<Choice>) => void;
}

function KindRow({ of, options, goes, left, onChoose }: KindRowProps) {
  const { label, count, rows, can_end: canEnd, can_give: canGive } = of;
  const t = useT<HandoverWords>();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const first = rows[0]?.title ?? '';
  const toggle = (id: string) => onChoose({ left: left.symmetricDifference(new Set([id])) });
  return (
    <tr>
      <Cell kind="lead">
        <b>{label}</b>
        {isOpen ? (
          <Stack tight as="div" above={8} below={8}>
            {rows.map(({ id, title, href }) => (
              <Checkbox
                key={id}
                label={<a href={href}>{title}</a>}
                checked={!left.has(id)}
                disabled={goes === stay}
                onChange={() => toggle(id)}
              />
            ))}
          </Stack>
        ) : (
          <Text tone="soft">{count === 1 ? first : t('handover.more', { first, count: count - 1 })}</Text>
        )}
      </Cell>
      <Cell kind="number" label={t('handover.count')}>
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          aria-label={t('handover.choose_some', { kind: label, count })}
          onClick={() => setOpen(!isOpen)}
        >
          {format.number(count - left.size)}
        </Button>
      </Cell>
      <Cell label={t('handover.goes_to')}>
        <Select
          aria-label={t('handover.goes_to_of', { kind: label })}
          value={goes}
          onChange={(event) => onChoose({ to: event.currentTarget.value })}
          options={[
            { value: stay, label: t('handover.stays') },
            ...(canGive ? options : []),
            ...(canEnd ? [{ value: end, label: t('handover.end_now') }] : []),
          ]}
        />
      </Cell>
    </tr>
  );
}
