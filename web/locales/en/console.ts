import admin from './admin.json' with { type: 'json' }

/** The English messages of the administrator console, a quarter of all. They load with it. */
export const consoleResources = { admin } as const
