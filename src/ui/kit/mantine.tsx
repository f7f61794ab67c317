import {
  createTheme,
  DEFAULT_THEME,
  defaultVariantColorsResolver,
  MantineContext,
  MantineThemeContext,
  mergeMantineTheme,
  type VariantColorsResolver,
} from '@mantine/core';
import type { ReactNode } from 'react';

/** Filled controls in the accent colour use our text colour for it; all others use Mantine's. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isAccent = input.variant === 'filled' && (input.color ?? input.theme.primaryColor) === input.theme.primaryColor;
  return isAccent ? { ...colors, color: 'var(--accent-ink)' } : colors;
};

const theme = mergeMantineTheme(
  DEFAULT_THEME,
  createTheme({
    fontFamily: 'var(--sans)',
    primaryColor: 'teal',
    variantColorResolver,
    defaultRadius: 'md',
    primaryShade: { light: 8, dark: 4 },
    cursorType: 'pointer',
    respectReducedMotion: true,
    // Hints are under the controls, so that the controls of a row are in line.
    components: {
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      // An open list belongs to the content, not beside all landmarks.
      Combobox: { defaultProps: { portalProps: { target: 'main' } } },
    },
  }),
);

// The colour scheme is set on <html> before the first paint and chosen in the menu, never by Mantine.
const context = {
  get colorScheme() {
    const isDark = typeof document !== 'undefined' && document.documentElement.dataset.mantineColorScheme === 'dark';
    return isDark ? ('dark' as const) : ('light' as const);
  },
  setColorScheme: () => undefined,
  clearColorScheme: () => undefined,
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
};

/**
 * What Mantine's components need around them. Its own provider also writes styles, which are in our style sheets; they
 * are a third of its script.
 */
export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineContext value={context}>
      <MantineThemeContext value={theme}>{children}</MantineThemeContext>
    </MantineContext>
  );
}
