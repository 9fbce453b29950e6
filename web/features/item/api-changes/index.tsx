import { lazyComponent } from '#web/ui/lazy.tsx'

export { ApiChangeMark } from './api-change-mark.tsx'

/** Dialog with what changed in the API of an item. */
export const ApiChangesDialog = lazyComponent(async () => (await import('./api-changes-dialog.tsx')).ApiChangesDialog)
