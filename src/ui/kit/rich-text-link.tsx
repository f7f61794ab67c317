import { RichTextEditor as Kit } from '@mantine/tiptap';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { isEnter } from '#client/composition.ts';
import { useT } from '../interface.tsx';
import { Button } from './button.tsx';
import { Inline } from './layout.tsx';
import styles from './rich-text.module.css';
import { linkAddress } from './rich-text.rules.ts';
import { Text } from './text.tsx';

function Control({ editor, opened, onOpen }: { editor: Editor; opened: boolean; onOpen: () => void }) {
  const t = useT();
  const active = useEditorState({ editor, selector: ({ editor: live }) => live.isActive('link') });
  return (
    <Kit.Control
      active={active}
      aria-label={t('rich.link')}
      aria-expanded={opened}
      title={t('rich.link')}
      onClick={onOpen}
    >
      <svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <path d="M9 15l6-6M11 6l.5-.5a5 5 0 0 1 7 7L18 13M13 18l-.4.500a5 5 0 0 1-7-7L6 11" strokeLinecap="round" />
      </svg>
    </Kit.Control>
  );
}

/** The address of the link on the selected words. It opens in a new tab, as the server keeps it. */
function Form({ editor, name, onClose }: { editor: Editor; name: string; onClose: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [wrong, setWrong] = useState(false);
  const close = () => {
    onClose();
    // At once: the command waits for a frame, and would undo a key pressed in between.
    editor.view.focus();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    close();
  };
  const apply = () => {
    if (typed.trim() === '') return remove();
    const href = linkAddress(typed);
    if (href === null) return setWrong(true);
    const link = { type: 'text', text: href.replace(/^mailto:/, ''), marks: [{ type: 'link', attrs: { href } }] };
    // Without selected words the address itself becomes the text.
    if (editor.state.selection.empty && !editor.isActive('link')) editor.commands.insertContent(link);
    else editor.chain().extendMarkRange('link').setLink({ href }).run();
    close();
  };
  const press = (event: KeyboardEvent) => {
    const isEntered = isEnter(event);
    if (!isEntered && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isEntered) apply();
    else close();
  };
  return (
    <Inline gap={6} className={styles.link}>
      <input
        // biome-ignore lint/a11y/noAutofocus: opened by a press of its button
        autoFocus
        type="text"
        inputMode="url"
        name={name}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={press}
        aria-label={t('rich.link_address')}
        aria-invalid={wrong}
        placeholder="https://"
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
      />
      <Button onClick={apply}>{t('common.apply')}</Button>
      {editor.isActive('link') && (
        <Button variant="plain" onClick={remove}>
          {t('rich.unlink')}
        </Button>
      )}
      <Button variant="plain" onClick={close}>
        {t('common.cancel')}
      </Button>
      {wrong && (
        <Text as="span" tone="problem" role="alert">
          {t('rich.link_rule')}
        </Text>
      )}
    </Inline>
  );
}

/** The link button, and the line that it opens under the toolbar. */
export const RichTextLink = { Control, Form };
