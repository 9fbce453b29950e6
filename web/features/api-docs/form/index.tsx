import { lazyComponent } from '#web/ui/lazy.tsx'

export { isApiText } from '#shared/api-doc/api-text.ts'
export { ApiBlockHost, useApiBlockEntry } from './api-block.tsx'
export { modelPath } from './models/model-path.ts'
export { newApiText } from './new-api.ts'

/** Edits the API JSON of a page in a form. */
export const ApiPane = lazyComponent(async () => (await import('./api-pane.tsx')).ApiPane)

/** Read view of an API page. */
export const ApiReading = lazyComponent(async () => (await import('./api-reading.tsx')).ApiReading, 'reading')

/** The models of an item, or one of them. */
export const Models = lazyComponent(async () => (await import('./models/models.tsx')).Models, 'models')

/** Leads to the models of an item that has any. */
export const ModelsLink = lazyComponent(async () => (await import('./models/models-link.tsx')).ModelsLink, 'reading')

/** Converts two versions of a page to Markdown for a readable diff. */
export const ApiTexts = lazyComponent(async () => (await import('./api-texts.tsx')).ApiTexts)

/** Edits the parameters of every request of an item. */
export const ItemParamsDialog = lazyComponent(async () => (await import('./item-params-dialog.tsx')).ItemParamsDialog)
