export { beginHistory, findHistory } from './history-queries.ts'
export type { OptionForm } from './queries.ts'
export { readOptionForm, readOptions, upsertOption, upsertOptions } from './queries.ts'
