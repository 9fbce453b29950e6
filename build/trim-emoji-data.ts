import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

interface Row {
  unicode: string
  label: string
  tags?: string[]
  order?: number
  group?: number
}

/** Reduces emoji data to what the picker needs: the character, its name and its search words, in their usual order. */
export const trimEmojiData: Plugin = {
  name: 'trim-emoji-data',
  setup({ onLoad }) {
    onLoad({ filter: /emojibase-data[\\/]\w+[\\/]compact\.json$/ }, async ({ path }) => {
      const rows = JSON.parse(await readFile(path, 'utf8')) as Row[] // as the package's own types say
      const remaining = rows
        .filter(({ group }) => group !== undefined)
        .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
        .map(({ unicode, label, tags }) => ({ unicode, label, ...(tags && { tags }), group: 0 }))
      return { contents: JSON.stringify(remaining), loader: 'json' }
    })
  },
}
