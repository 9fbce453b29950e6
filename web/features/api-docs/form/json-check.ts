import { type Fault, syntaxFault } from './json-source-edit.ts'

/** Replaces each `{{variable}}` in a JSON text with a number of the same length, so that positions stay the same. */
export const withoutVariables = (text: string): string =>
  text.replace(/\{\{[^{}"\n]*\}\}/g, (name) => '0'.padEnd(name.length))

/** Checks a text that should be JSON: returns the fault, and whether the text is a usable JSON value. */
export function checkedJson(text: string, isJson: boolean): { fault: Fault | undefined; isReadable: boolean } {
  if (text.trim() === '' || !isJson) return { fault: undefined, isReadable: false }
  const fault = syntaxFault(withoutVariables(text))
  return { fault, isReadable: fault === undefined }
}
