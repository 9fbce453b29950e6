import { valueAt } from './api-doc.ts'
import { type Path, type Source, setAt } from './json-edit.ts'
import { flagLike } from './row-edits.ts'

/** The text with a switch set, written as it was: `true`, `1` or `"1"`. */
export function setFlag(source: Source, path: Path, isOn: boolean): string {
  const former = valueAt(source.value, path)
  return setAt(source, path, former === undefined ? isOn : flagLike(former, isOn))
}

/** The text with a number set, as a number unless a text stood there; what is no number stays a text. */
export function setNumber(source: Source, path: Path, text: string): string {
  const isText = typeof valueAt(source.value, path) === 'string' && text !== ''
  return setAt(source, path, !isText && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text)
}

/** The names in a line of them. */
export const splitNames = (text: string): string[] => text.split(/[\s,，、]+/).filter(Boolean)
