import type { ApiCall, ApiField, ApiGroupProps } from '#kernel/http/api-calls.rules.ts';
import { useT } from '../interface.tsx';
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
    <article id={call.id} className={styles.call}>
      <h2>
        <a href={`#${call.id}`}>
          {call.method} <code>{call.path}</code>
        </a>
      </h2>
      <p>
        {call.summary} <small>{who[call.who]}</small>
      </p>
      <Fields label={t('docs.fields')} fields={call.fields} isInput />
      <Example label={t('docs.example')} text={call.example.body} />
      {call.answer.length > 0 && (
        <details>
          <summary>
            {t('docs.answer')} ({call.answer.length})
          </summary>
          <Fields label={t('docs.answer')} fields={call.answer} />
        </details>
      )}
      <Example label={t('docs.example')} text={call.example.answer} />
      {call.others.length > 0 && (
        <>
          <h3>{t('docs.errors')}</h3>
          <ul>
            {call.others.map(({ status, description }) => (
              <li key={status}>
                <code>{status}</code> {description}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('docs.curl')}</h3>
      <Code text={call.curl} />
    </article>
  );
}

function Fields({ label, fields, isInput = false }: { label: string; fields: readonly ApiField[]; isInput?: boolean }) {
  const t = useT();
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{label}</h3>
      <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('docs.name')}</th>
              {isInput && <th scope="col">{t('docs.place')}</th>}
              <th scope="col">{t('docs.type')}</th>
              <th scope="col">{t('docs.note')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, location, type, required, note }) => (
              <tr key={`${location} ${name}`}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                {isInput && <td>{location}</td>}
                <td>{type}</td>
                <td>
                  {isInput && required && <b>{t('docs.required')} </b>}
                  {note}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
