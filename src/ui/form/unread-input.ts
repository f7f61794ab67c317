/**
 * Whether a form holds input that it would lose, such as half a date or a text that no choice has. Each such field hears
 * `invalid`: it takes what is typed if it can, or says why not; the first that cannot gets the focus.
 */
export function hasUnreadInput(form: HTMLFormElement): boolean {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !field.willValidate || !field.validity.customError) continue;
    field.checkValidity();
    if (!field.validity.customError) continue;
    field.focus();
    return true;
  }
  return false;
}

/** Keeps forms from being sent while they hold it. Those that show errors themselves are not checked by the browser. */
export function refuseUnreadForms(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const isExempt = event.submitter instanceof HTMLButtonElement && event.submitter.formNoValidate;
      if (isExempt || !(event.target instanceof HTMLFormElement) || !hasUnreadInput(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}
