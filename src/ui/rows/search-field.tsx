import type { ReactNode } from 'react';
import { Text } from '#ui/kit/text.tsx';
import { Toolbar, ToolbarSearch } from '../kit/toolbar.tsx';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The result of the search. */
  children?: ReactNode;
}

/** Filters a list on the page while typing. */
export function SearchField({ label, value, onChange, children }: SearchFieldProps) {
  return (
    <Toolbar as="search">
      <ToolbarSearch
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={200}
        autoComplete="off"
      />
      <Text as="span" tone="soft" last role="status">
        {children}
      </Text>
    </Toolbar>
  );
}
