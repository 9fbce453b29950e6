import { stringify } from 'yaml'
import { toList, toObject, toText, type UnknownObject } from '#shared/api-doc/unknown-json.ts'
import { readYaml } from '#shared/api-doc/yaml-text.ts'
import { runsMax } from '#shared/api-runs.ts'
import type { RunContentOutput } from '#shared/contract/api-run.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import { requireWritable } from '#src/access/permissions.ts'
import { type App, nowSeconds } from '#src/core/app.ts'
import { AppError, fail } from '#src/core/errors.ts'
import { transact } from '#src/db/database.ts'
import { getEnvironments } from '#src/features/api-call/index.ts'
import { type ItemOperation, listAddressedPages, readOperations } from '#src/features/api-operations/index.ts'
import { operationName } from '#src/features/export/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import { requireWholeMember } from '../access.ts'
import { findRun, insertRun, listRuns } from '../queries.ts'
import { contentOf, rowOf } from '../service.ts'
import { type ArazzoTarget, readWorkflows } from './read.ts'
import { type PageOperationAddress, writeArazzo } from './write.ts'

const limits = { depth: 60, nodes: 50_000 }

/** Parses a document as JSON or YAML. @throws {AppError} arazzoSyntax, arazzoUnknown, arazzoVersion */
function parseArazzo(text: string): UnknownObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const read = readYaml(text, limits)
    if ('fault' in read) fail('arazzoSyntax', { line: read.fault.line, column: read.fault.column })
    else value = read.value
  }
  const document = toObject(value)
  const version = toText(document?.['arazzo'])
  if (!document || version === '' || !Array.isArray(document['workflows'])) return fail('arazzoUnknown')
  if (!/^1\.0\b/.test(version)) fail('arazzoVersion', { version: version.slice(0, 20) })
  return document
}

const slicePages = 100

/** Returns the API pages of an item as operations; others have their turn between them. */
async function operationsOf(app: App, item_id: number): Promise<PageOperationAddress[]> {
  const ids = (await listAddressedPages(app, item_id)).map(({ page_id }) => page_id)
  const operations: ItemOperation[] = []
  for (let from = 0; from < ids.length; from += slicePages) {
    operations.push(...(await readOperations(app, item_id, ids.slice(from, from + slicePages))))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const idOf = ({ operation }: ItemOperation) => toText(operation['operationId'])
  const counts = Map.groupBy(operations, idOf)
  return operations
    .filter(({ kind }) => kind === 'paths')
    .map((one) => ({
      page_id: one.page_id,
      method: one.method.toLowerCase(),
      path: one.path,
      operation_id: counts.get(idOf(one))?.length === 1 ? idOf(one) : '',
    }))
}

const addressKey = (method: string, path: string): string => `${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`

async function targetOf(
  app: App,
  user: User,
  item: ItemAccess,
  operations: readonly PageOperationAddress[],
): Promise<ArazzoTarget> {
  const byId = new Map<string, PageOperationAddress>()
  const byAddress = new Map<string, number>()
  const pages = new Set(operations.map(({ page_id }) => page_id))
  for (const one of operations) if (one.operation_id !== '') byId.set(one.operation_id, one)
  for (const one of operations) {
    const made = operationName(one.method, one.path)
    if (!byId.has(made)) byId.set(made, one)
    const key = addressKey(one.method, one.path)
    if (!byAddress.has(key)) byAddress.set(key, one.page_id)
  }
  const environments = await getEnvironments(app, user, item)
  return {
    operations: {
      byId: (id) => byId.get(id),
      byAddress: (method, path) => byAddress.get(addressKey(method, path)) ?? 0,
      hasPage: (page_id) => pages.has(page_id),
    },
    environments: environments.map(({ env_id, env_name }) => ({ env_id, env_name })),
  }
}

/** Returns the address of an item's OpenAPI description; without an address of the site, one of its own host. */
async function descriptionUrl(app: App, item: ItemAccess): Promise<string> {
  const site = app.config.site_url || (await readOptions(app.db)).site_url
  const base = site.replace(/\/+$/, '') || app.config.base_path
  return `${base}/${item.item_domain || item.item_id}/openapi.json`
}

const yamlOptions = { lineWidth: 0, aliasDuplicateObjects: false } as const

/** Returns runs as an Arazzo document; `run_id` 0 for all. @throws {AppError} runGone, arazzoNothing, noRight */
export async function exportArazzo(
  app: App,
  user: User,
  item: ItemAccess,
  { run_id, format }: { run_id: number; format: 'json' | 'yaml' },
) {
  await requireWholeMember(app, user, item)
  const { item_id } = item
  const ids = run_id === 0 ? (await listRuns(app.db, item_id)).map((one) => one.run_id) : [run_id]
  const runs: RunContentOutput[] = []
  for (const id of ids) {
    const row = await findRun(app.db, { item_id, run_id: id })
    if (row) runs.push(contentOf(row))
    else if (run_id !== 0) fail('runGone')
  }
  if (!runs.some(({ steps }) => steps.length > 0)) fail('arazzoNothing')
  const operations = await operationsOf(app, item_id)
  const { document, notes } = writeArazzo(runs, {
    title: item.item_name,
    url: await descriptionUrl(app, item),
    operations,
    target: await targetOf(app, user, item, operations),
  })
  const text = format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : stringify(document, yamlOptions)
  const name = run_id === 0 ? item.item_name : (runs[0]?.run_name ?? item.item_name)
  const file_name = `${name.replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_').slice(0, 80)}.arazzo.${format}`
  return { text, file_name, notes }
}

/**
 * Creates runs from the workflows of a document. None of them has a schedule: whose rights it would use, a person decides
 * who saves it.
 *
 * @throws {AppError} arazzoSyntax, arazzoUnknown, arazzoVersion, arazzoNothing, runTooMany, itemArchived, noRight
 */
export async function importArazzo(
  app: App,
  user: User,
  item: ItemAccess<'edit'>,
  { text, dry_run }: { text: string; dry_run: '0' | '1' },
) {
  await requireWholeMember(app, user, item)
  const document = parseArazzo(text)
  if (toList(document['workflows']).length > runsMax) fail('runTooMany', { most: runsMax })
  const operations = await operationsOf(app, item.item_id)
  const now = nowSeconds(app)
  const read = readWorkflows(document, await targetOf(app, user, item, operations)).map((one) => ({
    ...one,
    ...(one.run ? rowOrProblem({ ...one.run, schedule: 'off' }, user, now) : { row: undefined }),
  }))
  if (read.length === 0) fail('arazzoNothing')
  const ready = read.flatMap(({ row }) => row ?? [])
  const ids = await transact(app.db, async (tx) => {
    await requireWritable(tx, item)
    if ((await listRuns(tx, item.item_id)).length + ready.length > runsMax) fail('runTooMany', { most: runsMax })
    const created: number[] = []
    if (dry_run === '1') return created
    for (const row of ready) created.push(await insertRun(tx, { ...row, item_id: item.item_id }))
    return created
  })
  let at = 0
  return {
    workflows: read.map(({ workflow_id, run_name, row, problem }) => ({
      workflow_id,
      run_id: row ? (ids[at++] ?? 0) : 0,
      run_name,
      steps_total: row?.steps_total ?? 0,
      problem: problem ?? null,
    })),
    notes: read.flatMap(({ run_name, run, notes }) => [
      ...notes.map((note) => ({ ...note, run_name })),
      ...(run && run.schedule !== 'off' ? [{ run_name, step: '', text: 'schedule', values: {} }] : []),
    ]),
  }
}

/** Returns the row of a run, or why it cannot be one. */
function rowOrProblem(run: RunContentOutput, user: User, now: number) {
  try {
    return { row: rowOf(run, user, now) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { row: undefined, problem: { text: 'notValid', values: { step: '', part: '', ...error.values } } }
  }
}
