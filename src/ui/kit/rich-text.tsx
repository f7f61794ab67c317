import { useEffect, useId, useState } from 'react';
import { loadModule } from '#client/load-module.ts';
import { useT } from '../interface.tsx';
import { Button } from './button.tsx';
import { FieldMark } from './field-mark.tsx';
import field from './field.module.css';
import { FieldError } from './field.tsx';
import styles from './rich-text.module.css';
import type { RichTextEditor, RichTextProps } from './rich-text-editor.tsx';

/**
 * A text with headings, lists and links. The editor loads when first shown; until then, or if it fails to load, the
 * text can be read.
 */
export function RichText(props: RichTextProps) {
  const { label, name, value, height, error } = props;
  const t = useT();
  const id = useId();
  const { Editor, failed, retry } = useEditorCode();
  return (
    <div className={styles.field} data-field={name} role="group" aria-labelledby={`${id}-label`}>
      <FieldMark name={name} label={label} />
      <span id={`${id}-label`} className={field.label}>
        {label}
      </span>
      {Editor ? (
        <Editor {...props} labelId={`${id}-label`} errorId={error ? `${id}-error` : undefined} />
      ) : (
        <div className={styles.frame} aria-busy={!failed}>
          <div className={styles.toolbar}>
            {failed && (
              <span role="alert">
                {t('rich.failed')}{' '}
                <Button variant="link" onClick={retry}>
                  {t('common.retry')}
                </Button>
              </span>
            )}
          </div>
          <RichTextView html={value} className={styles.content} style={{ height }} />
        </div>
      )}
      <input type="hidden" name={name} value={value} />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

interface RichTextViewProps {
  /** As the server keeps it: no other HTML may be rendered this way. */
  html: string;
  className?: string | undefined;
  style?: { height: number };
}

/** Renders a rich text, read-only. */
export const RichTextView = ({ html, className = '', style }: RichTextViewProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so it must be reachable by keyboard
  <div
    className={`${styles.prose} ${className}`}
    style={style}
    {...(style && { tabIndex: 0 })}
    dangerouslySetInnerHTML={{ __html: html }}
  />
);

function useEditorCode() {
  const [loaded, setLoaded] = useState<{ Editor: typeof RichTextEditor } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setFailed(false);
    loadModule(() => import('./rich-text-editor.tsx')).then(
      ({ RichTextEditor: Editor }) => {
        if (!gone) setLoaded({ Editor });
      },
      () => {
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [attempt]);
  return { Editor: loaded?.Editor, failed, retry: () => setAttempt((before) => before + 1) };
}
