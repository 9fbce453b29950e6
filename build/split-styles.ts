import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import type { Group } from '#build/merge-chunks.ts'
import { root } from '#build/paths.ts'

type Outputs = Metafile['outputs']

const isStyles = (input: string) => input.endsWith('.module.css')

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase()

/**
 * Divides the style sheet of the entry in two: the styles of the chunks in `groups` together with those of no chunk, and the
 * rest. esbuild writes one sheet for everything that the entry may load, also later, of which a reader needs two fifths.
 *
 * Chunks with styles of the rest import the output `waiting`, which is evaluated once the rest applies. Styles keep their
 * order within a sheet; a module that imports another one comes after it, so nothing in the first sheet depends on the rest.
 *
 * @returns the outputs with both sheets, and the path of the second
 * @throws {Error} when the parts do not add up to the sheet
 */
export async function splitStyles(
  outputs: Outputs,
  { entry, waiting, groups }: { entry: string; waiting: string; groups: readonly Group[] },
): Promise<{ outputs: Outputs; rest: string }> {
  const inputsOf = (path: string) => Object.keys(outputs[path]?.inputs ?? {})
  const isRest = (input: string) => isStyles(input) && !first.has(input)
  const first = new Set(groups.flatMap(({ paths }) => [...paths].flatMap(inputsOf)))
  const path = outputs[entry]?.cssBundle ?? ''
  const sheet = outputs[path]
  if (!sheet) throw new Error(`no style sheet of ${entry}`)
  const bytes = await readFile(join(root, path))
  const parts: { first: Buffer[]; rest: Buffer[] } = { first: [], rest: [] }
  let at = 0
  for (const [input, { bytesInOutput }] of Object.entries(sheet.inputs)) {
    parts[isRest(input) ? 'rest' : 'first'].push(bytes.subarray(at, at + bytesInOutput))
    at += bytesInOutput
  }
  if (bytes.subarray(at).toString().trim() !== '') throw new Error(`${path} is more than its parts`)
  const divided: Outputs = {}
  const write = async (name: string, list: readonly Buffer[]) => {
    const content = Buffer.concat(list)
    const place = path.replace(/[^/]+-[A-Z0-9]{8}\.css$/, `${name}-${hashOf(content)}.css`)
    await writeFile(join(root, place), content)
    divided[place] = { ...sheet, bytes: content.length }
    return place
  }
  await rm(join(root, path))
  const cssBundle = await write('main', parts.first)
  const rest = await write('rest', parts.rest)
  for (const [name, output] of Object.entries(outputs)) {
    if (name === path) continue
    divided[name] = { ...output, ...(name === entry && { cssBundle }) }
    if (!name.endsWith('.js') || !inputsOf(name).some(isRest)) continue
    divided[name].imports = [{ path: waiting, kind: 'import-statement' }, ...output.imports]
    const file = join(root, name)
    await writeFile(file, `import"./${waiting.replace(/.*\//, '')}";${await readFile(file, 'utf8')}`)
  }
  return { outputs: divided, rest }
}
