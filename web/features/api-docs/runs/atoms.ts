import type { RunContentOutput } from '#shared/contract/api-run.ts'
import { api } from '#web/lib/api.ts'

/** A run as the list shows it. */
export type ListedRun = Awaited<ReturnType<typeof api.apiRun.list>>[number]
/** A run with its results. */
export type RunInfo = Awaited<ReturnType<typeof api.apiRun.info>>
/** A result as lists show it. */
export type ResultRow = RunInfo['results'][number]
/** A result with its steps. */
type RunResult = Awaited<ReturnType<typeof api.apiRun.result>>
/** What became of one step. */
export type StepResult = RunResult['steps'][number]
/** What a person edits of a run. */
export type RunContent = RunContentOutput
/** One step of a run. */
export type Step = RunContent['steps'][number]
/** What becomes of an Arazzo document. */
export type ArazzoFound = Awaited<ReturnType<typeof api.apiRun.arazzoImport>>
/** Something that a document says and runs cannot do, or the other way round. */
export type ArazzoNote = ArazzoFound['notes'][number]
/** An attachment of an item. */
export type ItemFile = Awaited<ReturnType<typeof api.apiRun.files>>[number]
/** An environment of an item. */
type Environment = Awaited<ReturnType<typeof api.apiCall.environments>>[number]

/** The item that runs belong to, as their screens need it. */
export interface RunItem {
  item_id: string
  item_name: string
  canEdit: boolean
  /** Its API pages, in the order of the tree. */
  pages: { page_id: string; page_title: string }[]
  environments: Environment[]
}

/** Whether the menu data of a page says that it describes an HTTP request. */
function parseApiRow(ext_info: string): boolean {
  try {
    const { page_type } = JSON.parse(ext_info) as { page_type?: unknown }
    return page_type === 'api' || page_type === 'sse'
  } catch {
    return false
  }
}

interface MenuPart {
  pages: readonly { page_id: string; page_title: string; ext_info: string }[]
  catalogs: readonly MenuPart[]
}

const pagesIn = ({ pages, catalogs }: MenuPart): RunItem['pages'] => [
  ...pages.filter(({ ext_info }) => parseApiRow(ext_info)),
  ...catalogs.flatMap(pagesIn),
]

/** Reads the item of a run's screens, by its id or its own address, with what `read` returns of it. */
export async function readRunItem<T>(
  itemRef: string,
  read: (item_id: string) => Promise<T>,
): Promise<{ item: RunItem; found: T }> {
  const requested = api.item.info({ item_id: itemRef })
  const item_id = /^\d+$/.test(itemRef) ? itemRef : (await requested).item_id
  const [info, environments, found] = await Promise.all([
    requested,
    api.apiCall.environments({ item_id }),
    read(item_id),
  ])
  const item = {
    item_id: info.item_id,
    item_name: info.item_name,
    canEdit: info.item_edit && info.is_archived !== '1',
    pages: pagesIn(info.menu),
    environments,
  }
  return { item, found }
}

/** A run that is not saved yet. */
export const newRun = (run_name: string): RunContent => ({
  run_name,
  env_id: 0,
  inputs: [],
  steps: [],
  schedule: 'off',
  every_minutes: 60,
  daily_time: '08:00',
  arazzo: '',
})

/** The calls for runs. */
export const runCalls = {
  list: (item_id: string) => api.apiRun.list({ item_id }),
  info: (item_id: string, run_id: string) => api.apiRun.info({ item_id, run_id }),
  save: (item_id: string, run_id: string, run: RunContent, base_version: string) =>
    api.apiRun.save({ item_id, run_id, run: JSON.stringify(run), base_version }),
  remove: (item_id: string, run_id: string) => api.apiRun.delete({ item_id, run_id }),
  start: (item_id: string, run_id: string) => api.apiRun.start({ item_id, run_id }),
  stop: (item_id: string, run_id: string) => api.apiRun.stop({ item_id, run_id }),
  result: (item_id: string, result_id: string) => api.apiRun.result({ item_id, result_id }),
  files: (item_id: string) => api.apiRun.files({ item_id }),
  arazzoExport: (item_id: string, run_id: string, format: 'json' | 'yaml') =>
    api.apiRun.arazzoExport({ item_id, run_id, format }),
  arazzoImport: (item_id: string, text: string, dry_run: '0' | '1') =>
    api.apiRun.arazzoImport({ item_id, text, dry_run }),
  readPage: async (item_id: string, page_id: string) => {
    const [page, globals] = await Promise.all([api.page.info({ page_id }), api.item.getGlobalParam({ item_id })])
    return { text: page.page_content, title: page.page_title, globals: globals as unknown }
  },
}
