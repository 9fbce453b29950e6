/** Returns whether a button in the footer of a dialog is busy, so that its input is being submitted. */
export const isSubmitting = (dialog: Element | null): boolean =>
  Boolean(dialog?.querySelector('[data-foot] [aria-busy=true]'))
