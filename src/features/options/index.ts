export { readOptions, type SiteOptions, upsertOption } from './queries.ts'
