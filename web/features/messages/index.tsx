import { lazyComponent } from '#web/ui/lazy.tsx'

/** Feedback form, loaded when it is opened. */
export const FeedbackDialog = lazyComponent(async () => (await import('./feedback-dialog.tsx')).FeedbackDialog)
export { currentPageAtom, latestVersionAtom } from './current-page.ts'
export { MessageButton } from './message-button.tsx'
