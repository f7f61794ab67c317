import type { ApiCall, ApiField, ApiGroupProps } from '#kernel/http/api-calls.rules.ts';
import { useT } from '../interface.tsx';
import { Card } from '../kit/card.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '../kit/table.tsx';
import { Text } from '../kit/text.tsx';
import { PageHead } from '../page/page-head.tsx';
import { Breadcrumbs } from '../record/breadcrumbs.tsx';
import styles from './api.module.css';

/** The calls of one group in full. */
export default function ApiGroupPage({ group }: ApiGroupProps) {
  const t = useT();
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('docs.title'), href: '/docs' }]} />
      <PageHead title={group.name} count={t('docs.calls', { count: group.calls.length })} />
      {group.calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
    </>
  );
}

function Call({ call }: { call: ApiCall }) {
  const t = useT();
  const who = { public: t('docs.who_public'), session: t('docs.who_session'), key: t('docs.who_key') };
  return (
    <Card id={call.id} className={styles.call}>
      <h2>
        <Text as="a" breaks href={`#${call.id}`}>
          {call.method} <code>{call.path}</code>
        </Text>
      </h2>
      <Text>
        {call.summary} <small>{who[call.who]}</small>
      </Text>
      <Fields of={call} label={t('docs.fields')} fields={call.fields} isInput />
      <Example label={t('docs.example')} text={call.example.body} />
      {call.answer.length > 0 && (
        <details>
          <summary>
            {t('docs.answer')} ({call.answer.length})
          </summary>
          <Fields of={call} label={t('docs.answer')} fields={call.answer} />
        </details>
      )}
      <Example label={t('docs.example')} text={call.example.answer} />
      {call.others.length > 0 && (
        <>
          <Heading>{t('docs.errors')}</Heading>
          <ul>
            {call.others.map(({ status, description }) => (
              <li key={status}>
                <code>{status}</code> {description}
              </li>
            ))}
          </ul>
        </>
      )}
      <Heading>{t('docs.curl')}</Heading>
      <Code text={call.curl} />
    </Card>
  );
}

const Heading = ({ children }: { children: string }) => (
  <Text as="h3" size="small" above={16}>
    {children}
  </Text>
);

interface FieldsProps {
  of: ApiCall;
  label: string;
  fields: readonly ApiField[];
  isInput?: boolean;
}

function Fields({ of, label, fields, isInput = false }: FieldsProps) {
  const t = useT();
  if (fields.length === 0) return null;
  return (
    <>
      <Heading>{label}</Heading>
      <TableFrame label={`${label}: ${of.method} ${of.path}`}>
        <Table cards>
          <thead>
            <tr>
              <ColumnHead>{t('docs.name')}</ColumnHead>
              {isInput && <ColumnHead>{t('docs.place')}</ColumnHead>}
              <ColumnHead>{t('docs.type')}</ColumnHead>
              <ColumnHead>{t('docs.note')}</ColumnHead>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, location, type, required, note }) => (
              <tr key={`${location} ${name}`}>
                <RowHead>
                  <code>{name}</code>
                </RowHead>
                {isInput && <Cell>{location}</Cell>}
                <Cell>{type}</Cell>
                <Cell>
                  {isInput && required && <b>{t('docs.required')} </b>}
                  {note}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </>
  );
}

function Example({ label, text }: { label: string; text: string | null }) {
  if (text === null) return null;
  return (
    <details>
      <summary>{label}</summary>
      <Code text={text} />
    </details>
  );
}

// Scrollable, so it must be reachable by keyboard.
const Code = ({ text }: { text: string }) => (
  <pre tabIndex={0}>
    <code>{text}</code>
  </pre>
);
