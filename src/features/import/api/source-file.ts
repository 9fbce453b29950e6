import { isProbablyYaml, readYaml, type YamlError } from '#shared/api-doc/yaml-text.ts'
import { type ImportErrorReason, rejectImport } from '../import-error.ts'
import { isJsonDocument, jsonLimits, parseJson } from '../safe-json.ts'
import { decodeText } from '../text.ts'

/** A text file of an API description. */
export interface SourceFile {
  /** Its path in the archive, or the name of the only file. */
  name: string
  /** @throws {ImportError} descriptionTooLarge, badJson, when it is not text */
  text: () => string
  /** Its content as JSON or YAML, parsed once. @throws {ImportError} with line and column */
  value: () => unknown
}

const yamlReasons: Record<YamlError['kind'], ImportErrorReason> = {
  syntax: 'badYaml',
  tab: 'yamlTab',
  indent: 'yamlIndent',
  duplicateKey: 'yamlDuplicateKey',
  manyDocuments: 'yamlManyDocuments',
  alias: 'yamlAlias',
  tooDeep: 'jsonTooDeep',
  tooMany: 'jsonTooMany',
}

/**
 * Parses a YAML text from outside, within the limits of JSON.
 *
 * @param name the location of the text, for the message
 * @throws {ImportError} badYaml, yamlTab, yamlIndent, yamlDuplicateKey, yamlManyDocuments, yamlAlias, jsonTooDeep,
 *   jsonTooMany; with the line and column
 */
function parseYaml(text: string, name: string): unknown {
  const read = readYaml(text, jsonLimits)
  if ('value' in read) return read.value
  const { kind, line, column, key } = read.fault
  return rejectImport(yamlReasons[kind], name, { line, column, key })
}

const looksLikeJson = (text: string): boolean => /^\s*[{[]/.test(text)

/** Whether a text is read as YAML: JSON is YAML too, but its own parser is faster and stricter. */
function isYamlText(text: string, name: string): boolean {
  const isNamedYaml = /\.ya?ml$/i.test(name)
  return looksLikeJson(text) ? isNamedYaml && !isJsonDocument(text) : isNamedYaml || isProbablyYaml(text)
}

/** Whether a text is JSON or YAML by its name or its beginning. */
export const isValueText = (text: string, name: string): boolean =>
  looksLikeJson(text) || /\.json$/i.test(name) || isYamlText(text, name)

/** Returns a file whose content is read when it is needed, and only once. */
export function sourceFile(name: string, read: () => Uint8Array): SourceFile {
  let text: string | undefined
  let value: { of: unknown } | undefined
  const getText = () => {
    if (text !== undefined) return text
    const bytes = read()
    if (bytes.length > jsonLimits.bytes) rejectImport('descriptionTooLarge', name)
    text =
      decodeText(bytes)?.text ??
      rejectImport(/\.json$/i.test(name) ? 'badJson' : 'notZip', name, { line: 1, column: 1 })
    return text
  }
  return {
    name,
    text: getText,
    value: () => {
      if (value === undefined) {
        const given = getText()
        value = { of: isYamlText(given, name) ? parseYaml(given, name) : parseJson(given, name) }
      }
      return value.of
    },
  }
}
