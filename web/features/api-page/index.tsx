import { lazyComponent } from '#web/ui/lazy.tsx'

export { isApiText } from '#web/features/reading/index.tsx'
export { ApiBlockHost } from './api-block-host.tsx'
export { newApiText } from './new-api.ts'

/** Writes the API JSON of a page in a form. */
export const ApiPane = lazyComponent(async () => (await import('./api-pane.tsx')).ApiPane)

/** A page of API JSON as its readers see it. */
export const ApiReading = lazyComponent(async () => (await import('./api-reading.tsx')).ApiReading)

/** Two versions of a page as Markdown that reads like them. */
export const ApiTexts = lazyComponent(async () => (await import('./api-texts.tsx')).ApiTexts)

/** Edits what every request of an item is sent with. */
export const ItemParamsDialog = lazyComponent(async () => (await import('./item-params-dialog.tsx')).ItemParamsDialog)
export { useApiBlockEntry } from './use-api-block-entry.tsx'
