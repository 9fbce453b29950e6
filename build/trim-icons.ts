import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

// What is left of a deprecated export: it reads a property and drops it, which the bundler has to keep.
const leftover = '\n__iconData.node;\n'

/** Removes a statement without effect from each icon. */
export const trimIcons: Plugin = {
  name: 'trim-icons',
  setup({ onLoad }) {
    onLoad({ filter: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(leftover, '\n'),
      loader: 'js',
    }))
  },
}
