import { useState } from 'react';
import { notify } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';

type Editor = typeof import('./order-editor.tsx').OrderEditor;

/** Reorder mode of a list: the editor, and the drag library it needs, load when the mode is first entered. */
export function useOrderEditor() {
  const t = useT();
  const [editor, setEditor] = useState<{ Editor: Editor } | null>(null);
  const open = async () => {
    try {
      const { OrderEditor } = await import('./order-editor.tsx');
      setEditor({ Editor: OrderEditor });
    } catch {
      void notify({ message: t('error.network'), tone: 'problem', retry: () => void open() });
    }
  };
  return { Editor: editor?.Editor ?? null, open: () => void open(), close: () => setEditor(null) };
}
