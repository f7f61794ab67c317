import type { ReactNode, Ref } from 'react';
import { Button } from '../kit/button.tsx';
import { Acts, Stack } from '../kit/layout.tsx';
import styles from './dialog-form.module.css';
import { FormProblem } from './form-problem.tsx';
import type { Submission } from './use-submit.ts';

interface DialogFormProps {
  of: Submission;
  heading: ReactNode;
  /** Says what failed, above the reason; neither is shown if its field says so, or if something `above` does. */
  failed?: string;
  isSaidByField?: boolean;
  /** The label of the button that sends it; null if it cannot be sent. */
  submit: string | null;
  /** Buttons before that one. */
  before?: ReactNode;
  disabled?: boolean | undefined;
  /** Sending it cannot be taken back. */
  isDanger?: boolean;
  /** What stands above the fields, such as a question about a newer version. */
  above?: ReactNode;
  ref?: Ref<HTMLFormElement>;
  /** Its fields. */
  children: ReactNode;
}

/** A form in a dialog. Its button shows that it is being sent. */
export function DialogForm(props: DialogFormProps) {
  const { of, heading, failed, isSaidByField, submit, before, disabled, isDanger, above, ref, children } = props;
  return (
    <form ref={ref} onSubmit={of.submit} noValidate>
      <h2>{heading}</h2>
      {above}
      {failed !== undefined && (!isSaidByField || of.again) && <FormProblem of={of} title={failed} />}
      <Stack>{children}</Stack>
      {submit !== null && (
        <Acts className={styles.acts}>
          {before}
          <Button variant="primary" danger={isDanger} type="submit" busy={of.pending} disabled={disabled}>
            {submit}
          </Button>
        </Acts>
      )}
    </form>
  );
}
