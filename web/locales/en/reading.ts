import apiReading from './api-reading.json' with { type: 'json' }

/** The English messages that a reader of an API page needs. They load with such a page, and are part of the remaining ones. */
export const readingResources = { 'api-reading': apiReading } as const
