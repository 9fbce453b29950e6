export { readOptionForm, readOptions, upsertOption, upsertOptions } from './queries.ts'
export type { OptionForm, SiteOptions } from './site-options.ts'
