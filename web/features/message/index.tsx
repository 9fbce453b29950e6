import { later } from '#web/ui/later.tsx'

/** The form for feedback, loaded when it is opened. */
export const FeedbackDialog = later(async () => (await import('./feedback-dialog.tsx')).FeedbackDialog)
export { MessageButton } from './message-button.tsx'
export { openPageAtom, toldVersionAtom } from './open-page.ts'
