/** Whether a button in the footer of a dialog is busy: what the dialog was told is on its way. */
export const isSubmitting = (dialog: Element | null): boolean =>
  Boolean(dialog?.querySelector('[data-foot] [aria-busy=true]'))
