import { readYaml, type YamlFault } from '#markdown/yaml-text.ts'
import { jsonLimits } from './json-guard.ts'
import { type RefusalReason, refuse } from './refused.ts'

const reasons: Record<YamlFault['kind'], RefusalReason> = {
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
 * The value of a YAML text from outside, within the limits of JSON.
 *
 * @param name where the text stands, for the message
 * @throws {ImportRefused} badYaml, yamlTab, yamlIndent, yamlDuplicateKey, yamlManyDocuments, yamlAlias, jsonTooDeep,
 *   jsonTooMany; with the line and column
 */
export function parseYaml(text: string, name: string): unknown {
  const read = readYaml(text, jsonLimits)
  if ('value' in read) return read.value
  const { kind, line, column, key } = read.fault
  return refuse(reasons[kind], name, { line, column, key })
}
