import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from '#build/paths.ts'

/**
 * Highlights HTML within Markdown in a basic way: the package's own parser includes those of CSS and JavaScript, 45 KB.
 */
export const stubLangHtml: Plugin = {
  name: 'plain-html',
  setup({ onResolve }) {
    onResolve({ filter: /^@codemirror\/lang-html$/ }, ({ importer }) =>
      importer.includes('lang-markdown') ? { path: join(root, 'web/features/editor/source/plain-html.ts') } : undefined,
    )
  },
}
