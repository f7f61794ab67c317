import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Submission } from './use-submit.ts';

interface SubmitRowProps {
  of: Submission;
  disabled?: boolean;
  /** The label of the button. */
  children: ReactNode;
}

/** The last row of a form in a dialog: its button, which shows that the form is being saved. */
export function SubmitRow({ of: { pending }, disabled = false, children }: SubmitRowProps) {
  return (
    <Group justify="end" mt="lg">
      <Button type="submit" loading={pending} disabled={disabled}>
        {children}
      </Button>
    </Group>
  );
}
