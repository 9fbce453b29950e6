import { useEffect, useState } from 'react'
import type { Fault } from './json-edit.ts'

// What a page is made of is one description: as much as that of a large site, and read in well under a second.
const limits = { depth: 64, nodes: 100_000 }

/** Whether a text to be imported is an API description in YAML, or an operation of one. */
export const isYamlDescription = (text: string): boolean =>
  !/^\s*[{[]/.test(text) && /^["']?(?:openapi|swagger|paths|responses)["']?\s*:(?:\s|$)/m.test(text)

/** The JSON of a YAML text, or where it is wrong. The reader is loaded when it is first wanted. */
export async function yamlAsJson(text: string): Promise<string | Fault> {
  const { readYaml } = await import('#markdown/yaml-text.ts')
  const read = readYaml(text, limits)
  if ('value' in read) return JSON.stringify(read.value)
  const { line, column, key } = read.fault
  return { kind: 'syntax', line, column, name: key }
}

/** The JSON of a text that is YAML, where it is wrong, or undefined while it is read; any other text as it is. */
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
