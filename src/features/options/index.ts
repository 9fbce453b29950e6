export type { OptionForm } from './option-form.ts'
export { readOptionForm, readOptions, upsertOption, upsertOptions } from './queries.ts'
