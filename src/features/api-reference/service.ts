import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import type { ModelSource, ReadingSource } from '#shared/api-doc/reading/source.ts'
import type { App } from '#src/core/app.ts'
import { readPageDescription } from '#src/features/api-document/index.ts'
import { findModels, listDescriptions, refsToModels } from '#src/features/api-operations/index.ts'
import { addedLines, Heads, importedOperation, operationOfPage } from '#src/features/export/index.ts'
import { partsFrom } from './part-graph.ts'

/** Returns the title of a description from what an import knows it by: `openapi:Shop`. */
export const titleOf = (description: string): string => description.replace(/^[^:]*:/, '')

/**
 * Returns what the OpenAPI description of a page says about it, as the JSON of a `ReadingSource`, with the edits of
 * people. Of a page that people wrote, the models that it names, as the JSON of a `ModelSource`; empty when it names
 * none, and for a page that is no API page.
 */
export async function describePage(app: App, item_id: number, page_id: number): Promise<string> {
  const { db } = app
  const page = await readPageDescription(db, page_id)
  const after = page && readApiDoc(page.text)
  if (!after) return ''
  if (!page.imported || !page.head) return describeModels(app, item_id, page)
  const { description, title } = page.imported
  const heads = new Heads([{ description, item_name: '', item_description: '', head: page.head }])
  // the reading screen has the title of the page itself
  const imported = importedOperation({ ...page, title }, after, heads.resolveIn(description))
  if (!imported) return describeModels(app, item_id, page)
  const { path, method, around, operation, hasAllParameters, schemes, before } = imported
  for (const [name, scheme] of Object.entries(schemes)) heads.addScheme(name, scheme)
  const { openapi, servers, security } = heads.main
  const reading: ReadingSource = {
    of: (await hasSeveral(app, item_id)) ? titleOf(description) : '',
    path,
    method,
    around,
    operation,
    hasAllParameters,
    root: { openapi, servers, security, ...heads.partsFor([operation, around, { security }]) },
    notes: before ? addedLines(before.remark, after.remark) : '',
  }
  return JSON.stringify(reading)
}

const hasSeveral = async (app: App, item_id: number): Promise<boolean> =>
  (await listDescriptions(app.db, item_id)).length > 1

/** Returns the models that a page names which people wrote, with what they lead to. */
async function describeModels(app: App, item_id: number, page: { title: string; text: string }): Promise<string> {
  const { operation } = operationOfPage({ title: page.title, text: page.text }) ?? {}
  const models = operation && (await findModels(app, item_id, operation))
  if (!operation || !models) return ''
  const { root, description } = models
  const { openapi } = root
  const source: ModelSource = {
    root: { openapi, components: partsFrom(root, refsToModels(operation)) },
    of: description !== undefined && (await hasSeveral(app, item_id)) ? titleOf(description) : '',
  }
  return JSON.stringify(source)
}
