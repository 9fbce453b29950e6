import { valueAt } from './api-source.ts'
import { type Path, type Source, setAt } from './json-source-edit.ts'
import { flagLike } from './row-edits.ts'

/** Sets a switch, in its existing notation: `true`, `1` or `"1"`. */
export function setFlag(source: Source, path: Path, isOn: boolean): string {
  const former = valueAt(source.value, path)
  return setAt(source, path, former === undefined ? isOn : flagLike(former, isOn))
}

/** Sets a number, as a number unless it was stored as a string; an invalid number is stored as a string. */
export function setNumber(source: Source, path: Path, text: string): string {
  const isText = typeof valueAt(source.value, path) === 'string' && text !== ''
  return setAt(source, path, !isText && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text)
}

/** Splits a line into names. */
export const splitNames = (text: string): string[] => text.split(/[\s,，、]+/).filter(Boolean)
