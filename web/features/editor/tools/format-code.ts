import { atom } from 'jotai'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { openSoonAtom } from './helper-atoms.ts'
import { fencedBlockAt, withCode } from './json/fenced-block.ts'
import type { JsonError } from './json/json-error.ts'

/** The result of formatting JSON: done, or where it cannot be parsed; undefined when a dialog asks for the JSON. */
type FormatResult = { isDone: true } | { fault: JsonError } | undefined

/** Formats the selected JSON, or the code block at the cursor; without either, opens a dialog. */
export const formatCodeAtom = atom(null, async (get, set, layout: 2 | 'compact'): Promise<FormatResult> => {
  const { formatJson } = await import('./json/json-format.ts') // loaded before the text is read
  const surface = get(editorHandleAtom)
  if (!surface) return undefined
  const selected = surface.selected()
  const text = surface.read()
  const line = surface.line()
  const block = selected.trim() === '' ? fencedBlockAt(text, line) : undefined
  const source = block ? block.code : selected
  const isJson = !block || /^(?:json[c5]?|javascript|js)?$/i.test(block.language)
  if (source.trim() === '' || !isJson) {
    set(openSoonAtom, layout === 'compact' ? 'jsonCompact' : 'jsonFormat')
    return undefined
  }
  const made = formatJson(source, layout)
  if ('fault' in made) return made
  if (block) {
    surface.write(withCode(text, block, made.text))
    surface.goToLine(block.first)
  } else surface.replaceSelected(made.text)
  surface.focus()
  return { isDone: true }
})
