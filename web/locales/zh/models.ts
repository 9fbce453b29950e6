import apiModels from './api-models.json' with { type: 'json' }

/** The Chinese messages of the screens of models. They load with these screens, and are part of the remaining ones. */
export const modelResources = { 'api-models': apiModels } as const
