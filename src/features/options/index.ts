export { beginHistory, findHistory } from './history-queries.ts'
export type { OptionForm } from './queries.ts'
export { parseOptionForm, readOptionForm, readOptions, upsertOption, upsertOptions } from './queries.ts'
