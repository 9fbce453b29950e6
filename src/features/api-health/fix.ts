import { applyEdits, type JSONPath, modify } from 'jsonc-parser'
import { readApiDoc } from '#shared/api-doc/api-doc.ts'
import { Linter, type LintFinding } from '#shared/api-doc/lint/lint.ts'
import { bodyOf, isJsonType, type MediaPart, responsesOf } from '#shared/api-doc/schema/operation-parts.ts'
import { sampleOf } from '#shared/api-doc/schema/sample.ts'
import { toList, toRecord } from '#shared/api-doc/unknown-json.ts'
import type { User } from '#src/access/caller.ts'
import type { ItemAccess } from '#src/access/item-access.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import { type ItemOperation, readOperations } from '#src/features/api-operations/index.ts'
import { statusOf } from '#src/features/export/index.ts'
import { findPage, savePage } from '#src/features/page/index.ts'
import { readLintSettings } from './check.ts'

/** Returns a text with one value changed; everything else stays as it is, with its spaces. */
const withValue = (text: string, path: JSONPath, value: unknown): string =>
  applyEdits(text, modify(text, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }))

const exampleText = (media: MediaPart, { file }: ItemOperation, direction: 'request' | 'response'): string =>
  JSON.stringify(sampleOf(media.schema, file, { direction }), null, 2)

const jsonOf = (media: readonly MediaPart[]): MediaPart | undefined =>
  media.find(({ type, schema }) => isJsonType(type) && schema !== undefined)

/** Returns where the JSON of a page has the example of a status; undefined when it has none, or has one already. */
function placeOfExample(text: string, status: string): JSONPath | undefined {
  const doc = readApiDoc(text)
  const at = doc?.responses.findIndex((one) => statusOf(one) === status && one.example === '') ?? -1
  if (at < 0) return undefined
  if (at === 0) return ['response', 'responseExample']
  return at === 1 ? ['response', 'responseFailExample'] : ['response', 'examples', at - 2, 'data']
}

/** Returns the text of a page with one finding mended; unchanged when it can't be. */
function fixed(text: string, operation: ItemOperation, { fix, place, values }: LintFinding): string {
  if (fix === 'responseExample') {
    const status = place.replace(/^response /, '')
    const found = responsesOf(operation.operation, operation.file).find((one) => one.status === status)
    const media = jsonOf(found?.media ?? [])
    const path = placeOfExample(text, status)
    return media && path ? withValue(text, path, exampleText(media, operation, 'response')) : text
  }
  if (fix === 'requestExample') {
    const media = jsonOf(bodyOf(operation.operation, operation.file)?.media ?? [])
    const doc = readApiDoc(text)
    const isFree = doc?.mode === 'json' && doc.body === ''
    return media && isFree
      ? withValue(text, ['request', 'params', 'json'], exampleText(media, operation, 'request'))
      : text
  }
  const rows = toList(toRecord(toRecord(JSON.parse(text))['request'])['pathVariable'])
  const row = { name: String(values['name'] ?? ''), type: 'string', value: '', require: '1', remark: '' }
  return withValue(text, ['request', 'pathVariable'], [...rows, row])
}

/**
 * Mends what can be mended without a person's words on one page: examples from schemas, rows for path parameters. The
 * result is a new version of the page.
 *
 * @throws {AppError} pageGone, and those of `savePage`
 */
export async function fixPage(
  app: App,
  item: ItemAccess<'edit'>,
  user: User,
  page_id: number,
): Promise<{ page_id: number; fixed: number }> {
  const [operation] = await readOperations(app, item.item_id, [page_id])
  const page = await findPage(app.db, item, page_id)
  if (!operation || !page) return fail('pageGone')
  const linter = new Linter(await readLintSettings(app.db, item.item_id))
  linter.add({ ...operation, key: String(page_id) })
  let text = operation.text
  let count = 0
  for (const finding of linter.finish().findings) {
    const next = finding.fix ? fixed(text, operation, finding) : text
    if (next === text) continue
    text = next
    count += 1
  }
  if (count > 0)
    await savePage(app, item, user, {
      page_id,
      page_title: operation.page_title,
      page_content: text,
      base_version: operation.page_version,
    })
  return { page_id, fixed: count }
}
