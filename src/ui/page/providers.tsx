import { createTheme, defaultVariantColorsResolver, MantineProvider, type VariantColorsResolver } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { Interface } from '#client/messages.ts';
import { InterfaceProvider } from '../interface.tsx';

/** Filled controls in the accent colour use our text colour for it; all others use the library's. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isAccent = input.variant === 'filled' && (input.color ?? input.theme.primaryColor) === input.theme.primaryColor;
  return isAccent ? { ...colors, color: 'var(--accent-ink)' } : colors;
};

const theme = createTheme({
  fontFamily: 'var(--sans)',
  primaryColor: 'teal',
  variantColorResolver,
  defaultRadius: 'md',
  primaryShade: { light: 8, dark: 4 },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Hints are under the controls, so that the controls of a row are in line.
  components: { InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } } },
});

// The colour scheme is set on <html> before the first paint; the provider follows it and never chooses one.
const schemeManager = {
  get: () => currentScheme(),
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

const currentScheme = () =>
  typeof document !== 'undefined' && document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light';

interface ProvidersProps {
  value: Interface;
  children: ReactNode;
  /** Called once the browser has hydrated the view; never called on the server. */
  onReady?: () => void;
}

/** The context of every hydrated view. */
export function Providers({ value, children, onReady }: ProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <InterfaceProvider value={value}>{children}</InterfaceProvider>
      <Ready onReady={onReady} />
    </MantineProvider>
  );
}

// Rendered on the server too: React derives ids from the position in the tree.
function Ready({ onReady }: { onReady: (() => void) | undefined }) {
  useEffect(() => onReady?.(), [onReady]);
  return null;
}
