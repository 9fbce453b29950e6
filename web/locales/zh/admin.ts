import admin from './admin.json' with { type: 'json' }

/** The Chinese messages of the Admin screens, a quarter of all. They load with them. */
export const adminResources = { admin } as const
