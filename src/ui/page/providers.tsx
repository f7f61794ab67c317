import { type ComponentType, Fragment, type ReactNode, useEffect } from 'react';
import type { Interface } from '#client/page-interface.ts';
import { InterfaceProvider } from '../interface.tsx';

interface ProvidersProps {
  value: Interface;
  /** What the components of the view need around them. Markup and ids are the same without it. */
  around?: ComponentType<{ children: ReactNode }> | undefined;
  children: ReactNode;
  /** Called once the browser has hydrated the view; never called on the server. */
  onReady?: () => void;
}

/** The context of every hydrated view. */
export function Providers({ value, around: Around = Fragment, children, onReady }: ProvidersProps) {
  return (
    <Around>
      <InterfaceProvider value={value}>{children}</InterfaceProvider>
      <Ready onReady={onReady} />
    </Around>
  );
}

// Rendered on the server too: React derives ids from the position in the tree.
function Ready({ onReady }: { onReady: (() => void) | undefined }) {
  useEffect(() => onReady?.(), [onReady]);
  return null;
}
