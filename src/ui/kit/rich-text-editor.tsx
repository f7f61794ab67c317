import { RichTextEditor as Kit } from '@mantine/tiptap';
import { type Editor, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../interface.tsx';
import styles from './rich-text.module.css';
import { RichTextLink } from './rich-text-link.tsx';

export interface RichTextProps {
  label: string;
  /** The name of the field. */
  name: string;
  value: string;
  onChange: (html: string) => void;
  /** Pixels; people can resize it higher. */
  height: 120 | 240 | 480;
  /** The language of the text, for the spell checker. */
  lang?: string;
  error?: ReactNode;
}

interface RichTextEditorProps extends RichTextProps {
  labelId: string;
  errorId: string | undefined;
}

/** Produces only the markup that `kernel/text/rich-text.ts` keeps. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
      isAllowedUri: (url) => /^(https?:|mailto:)/i.test(url) || !/^[a-z][a-z0-9+.-]*:/i.test(url),
    },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    // An extra paragraph at the end would be a change nobody made.
    trailingNode: false,
  }),
];

/** The editor itself; `rich-text.tsx` loads it. */
export function RichTextEditor({ name, value, onChange, height, lang, labelId, errorId }: RichTextEditorProps) {
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current.onChange = onChange;
  });
  const editor = useEditor({
    extensions,
    content: value,
    // Its styles are ours; see rich-text.module.css.
    injectCSS: false,
    onUpdate: ({ editor: live }) => {
      const html = live.isEmpty ? '' : live.getHTML();
      latest.current.value = html;
      latest.current.onChange(html);
    },
  });
  useEffect(() => {
    if (value === latest.current.value) return;
    latest.current.value = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor.setOptions({
      editorProps: {
        attributes: {
          class: styles.prose ?? '',
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelId,
          ...(lang && { lang }),
          ...(errorId && { 'aria-invalid': 'true', 'aria-describedby': errorId }),
        },
      },
    });
  }, [editor, labelId, errorId, lang]);
  return (
    <Kit
      editor={editor}
      unstyled
      withTypographyStyles={false}
      withCodeHighlightStyles={false}
      labels={useLabels()}
      className={styles.frame}
      classNames={{ control: styles.control ?? '', controlsGroup: styles.group ?? '' }}
      data-invalid={errorId !== undefined || undefined}
    >
      <Toolbar editor={editor} of={name} />
      <Kit.Content className={styles.content} style={{ height }} />
    </Kit>
  );
}

function Toolbar({ editor, of }: { editor: Editor; of: string }) {
  const t = useT();
  const [linking, setLinking] = useState(false);
  const bar = useOneTabStop<HTMLDivElement>();
  return (
    <>
      <div ref={bar} className={styles.toolbar} role="toolbar" aria-label={t('rich.toolbar')}>
        <Kit.ControlsGroup>
          <Kit.Bold />
          <Kit.Italic />
          <Kit.Underline />
          <Kit.Strikethrough />
        </Kit.ControlsGroup>
        <Kit.ControlsGroup>
          <Kit.H2 />
          <Kit.H3 />
          <Kit.H4 />
        </Kit.ControlsGroup>
        <Kit.ControlsGroup>
          <Kit.BulletList />
          <Kit.OrderedList />
          <Kit.Blockquote />
          <RichTextLink.Control editor={editor} opened={linking} onOpen={() => setLinking(true)} />
        </Kit.ControlsGroup>
        <Kit.ControlsGroup>
          <Kit.Undo />
          <Kit.Redo />
        </Kit.ControlsGroup>
      </div>
      {linking && <RichTextLink.Form editor={editor} name={`${of}-link`} onClose={() => setLinking(false)} />}
    </>
  );
}

function useLabels() {
  const t = useT();
  return {
    boldControlLabel: t('rich.bold'),
    italicControlLabel: t('rich.italic'),
    underlineControlLabel: t('rich.underline'),
    strikeControlLabel: t('rich.strike'),
    h2ControlLabel: t('rich.heading', { level: 2 }),
    h3ControlLabel: t('rich.heading', { level: 3 }),
    h4ControlLabel: t('rich.heading', { level: 4 }),
    bulletListControlLabel: t('rich.bullets'),
    orderedListControlLabel: t('rich.numbers'),
    blockquoteControlLabel: t('rich.quote'),
    undoControlLabel: t('rich.undo'),
    redoControlLabel: t('rich.redo'),
  };
}

/** Makes a toolbar a single Tab stop; the arrow keys, Home and End move between its buttons. */
function useOneTabStop<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => {
    const bar = ref.current;
    if (!bar) return;
    const buttons = () => [...bar.querySelectorAll<HTMLButtonElement>('button')];
    const stopAt = (stop: EventTarget | undefined) => {
      for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1;
    };
    stopAt(buttons()[0]);
    const focus = ({ target }: FocusEvent) => stopAt(target ?? undefined);
    const press = (event: KeyboardEvent) => {
      const usable = buttons().filter((button) => !button.disabled);
      const at = usable.findIndex((button) => button === document.activeElement);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: usable.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      usable.at(to % usable.length)?.focus();
    };
    bar.addEventListener('focusin', focus);
    bar.addEventListener('keydown', press);
    return () => {
      bar.removeEventListener('focusin', focus);
      bar.removeEventListener('keydown', press);
    };
  }, []);
  return ref;
}
