import { readYaml, type YamlError } from '#shared/markdown/yaml-text.ts'
import { type ImportErrorReason, rejectImport } from './import-error.ts'
import { jsonLimits } from './safe-json.ts'

const reasons: Record<YamlError['kind'], ImportErrorReason> = {
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
export function parseYaml(text: string, name: string): unknown {
  const read = readYaml(text, jsonLimits)
  if ('value' in read) return read.value
  const { kind, line, column, key } = read.fault
  return rejectImport(reasons[kind], name, { line, column, key })
}
