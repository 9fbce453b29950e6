import { Fragment, type Node, type Schema, Slice } from '@milkdown/kit/prose/model'

/** Returns a text unchanged: each line as a paragraph, or all in one paragraph with breaks. */
export function plainSlice(schema: Schema, text: string, inOneLine = false): Slice {
  const { paragraph, hardbreak } = schema.nodes
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  if (inOneLine || lines.length === 1) {
    const parts = lines.flatMap((line, at): Node[] => [
      ...(at > 0 && hardbreak ? [hardbreak.create()] : []),
      ...(line === '' ? [] : [schema.text(line)]),
    ])
    return new Slice(Fragment.from(parts), 0, 0)
  }
  const blocks = lines
    .filter((line) => line.trim() !== '')
    .flatMap((line) => paragraph?.create(null, schema.text(line)) ?? [])
  return new Slice(Fragment.from(blocks), 1, 1)
}
