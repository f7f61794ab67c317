import { AuditChanges, AuditDifference } from '#features/audit/audit.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Marked, Text } from '#ui/kit/text.tsx';
import type { ApprovalChange } from './approval.contract.ts';
import type { ApprovalWords } from './approval.messages.ts';
import { alikeIn } from './alike.rules.ts';

/** What a plan changes: records that change in the same fields stand in a table, what was beside what will be. */
export function PlanChanges({ changes }: { changes: readonly ApprovalChange[] }) {
  return (
    <Stack gap={10} below={14}>
      {alikeIn(changes).map((alike) => {
        const [first] = alike;
        if (!first) return null;
        return alike.length > 1 ? (
          <Cells key={changes.indexOf(first)} of={alike} like={first} />
        ) : (
          <Frame key={changes.indexOf(first)} pad="12px 16px">
            <Stack gap={4}>
              <Text>
                {first.kind} <Title of={first} /> · <b>{first.action}</b>
              </Text>
              <AuditChanges entry={{ changes: first.fields, more: first.more, reason: first.reason }} isWhole />
            </Stack>
          </Frame>
        );
      })}
    </Stack>
  );
}

function Title({ of: { title, href } }: { of: ApprovalChange }) {
  if (title === null) return null;
  return href === null ? title : <a href={href}>{title}</a>;
}

function Cells({ of: rows, like }: { of: readonly ApprovalChange[]; like: ApprovalChange }) {
  const t = useT<ApprovalWords>();
  const columns = like.fields.map(({ field }) => field);
  return (
    <TableFrame label={`${like.kind}: ${columns.join(', ')}`}>
      <Table cards>
        <thead>
          <tr>
            <ColumnHead>{like.kind || t('approval.record')}</ColumnHead>
            {columns.map((column, at) => (
              <ColumnHead key={`${at} ${column}`}>{column}</ColumnHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <RowHead>
                <Title of={row} />
              </RowHead>
              {row.fields.map((field, at) => (
                <Cell key={`${at} ${field.field}`} label={field.field}>
                  <Marked>
                    <AuditDifference of={field} />
                  </Marked>
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}
