import { Alert, Button, Input } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { inPageLanguage } from '#client/language.ts';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import styles from './editor.module.css';

interface LevelTemplateProps {
  /** Where the inputs come from. */
  url: string;
  /** The field they make up. */
  name: string;
  value?: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}

// A template does not change while a page is open.
const known = new Map<string, string>();

async function fetchTemplate(url: string): Promise<string> {
  const html = known.get(url);
  if (html !== undefined) return html;
  const response = await fetch(url, { headers: { ...inPageLanguage(), accept: 'text/html' } });
  if (!response.ok) throw new Error(response.statusText);
  const fetched = await response.text();
  known.set(url, fetched);
  return fetched;
}

/** Inputs that come as a form template from the server: text inputs, or checkboxes whose values make up a list. */
export function LevelTemplate({ url, name, value = '', onChange, error }: LevelTemplateProps) {
  const t = useT<BookWords>();
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setState('loading');
    fetchTemplate(url).then(
      (html) => {
        if (gone || !host.current) return;
        host.current.innerHTML = html;
        setState('ready');
      },
      () => {
        if (!gone) setState('failed');
      },
    );
    return () => {
      gone = true;
    };
  }, [url, attempt]);
  useEffect(() => {
    if (host.current && state === 'ready') fill(host.current, name, value);
  }, [state, name, value]);
  return (
    <div className={styles.template}>
      {state === 'loading' && <span role="status">{t('book.level_loading')}</span>}
      {state === 'failed' && (
        <Alert color="red" role="alert">
          {t('book.level_failed')}{' '}
          <Button size="compact-sm" variant="light" onClick={() => setAttempt(attempt + 1)}>
            {t('common.retry')}
          </Button>
        </Alert>
      )}
      <div ref={host} onInput={(event) => onChange(read(event.currentTarget, name))} />
      {error && <Input.Error>{error}</Input.Error>}
    </div>
  );
}

const inputsOf = (host: HTMLElement, name: string) => host.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`);

function fill(host: HTMLElement, name: string, value: string): void {
  const parts = new Set(value.split(','));
  for (const input of inputsOf(host, name)) {
    if (input.type === 'checkbox') input.checked = parts.has(input.value);
    else if (input.value !== value) input.value = value;
  }
}

function read(host: HTMLElement, name: string): string {
  return [...inputsOf(host, name)]
    .filter((input) => input.type !== 'checkbox' || input.checked)
    .map((input) => input.value)
    .join(',');
}
