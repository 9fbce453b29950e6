import { type Fault, syntaxFault } from './json-edit.ts'

/** A JSON text with a plain number in place of each `{{variable}}`, everything else where it was. */
export const withoutVariables = (text: string): string =>
  text.replace(/\{\{[^{}"\n]*\}\}/g, (name) => '0'.padEnd(name.length))

/** Where a text that should be JSON is none, and whether it holds a JSON value to work with. */
export function checkedJson(text: string, isJson: boolean): { fault: Fault | undefined; isReadable: boolean } {
  if (text.trim() === '' || !isJson) return { fault: undefined, isReadable: false }
  const fault = syntaxFault(withoutVariables(text))
  return { fault, isReadable: fault === undefined }
}
