import { useEffect, useState } from 'react'
import type { Fault } from './json-source-edit.ts'

// Limits for one description: enough for that of a large site, and parsed in well under a second.
const limits = { depth: 64, nodes: 100_000 }

/** Whether a text to import is an API description in YAML, or an operation of one. */
export const isYamlDescription = (text: string): boolean =>
  !/^\s*[{[]/.test(text) && /^["']?(?:openapi|swagger|paths|responses)["']?\s*:(?:\s|$)/m.test(text)

/** Converts a YAML text to JSON, or returns its fault. The parser is loaded on first use. */
export async function yamlAsJson(text: string): Promise<string | Fault> {
  const { readYaml } = await import('#shared/api-doc/yaml-text.ts')
  const read = readYaml(text, limits)
  if ('value' in read) return JSON.stringify(read.value)
  const { line, column, key } = read.fault
  return { kind: 'syntax', line, column, name: key }
}

/**
 * Converts a YAML description to JSON: returns its fault when it is invalid, undefined while loading, and any other
 * text unchanged.
 */
export function useAsJson(text: string): string | Fault | undefined {
  const isYaml = isYamlDescription(text)
  const [read, setRead] = useState<{ text: string; json: string | Fault }>()
  useEffect(() => {
    if (!isYaml) return
    let isWanted = true
    void yamlAsJson(text).then((json) => isWanted && setRead({ text, json }))
    return () => {
      isWanted = false
    }
  }, [text, isYaml])
  if (!isYaml) return text
  return read?.text === text ? read.json : undefined
}
