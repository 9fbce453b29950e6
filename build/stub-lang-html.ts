import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { root } from '#build/paths.ts'

/** HTML within Markdown is coloured in a plain way: the package's own reader brings those of CSS and JavaScript, 45 KB. */
export const stubLangHtml: Plugin = {
  name: 'plain-html',
  setup({ onResolve }) {
    onResolve({ filter: /^@codemirror\/lang-html$/ }, ({ importer }) =>
      importer.includes('lang-markdown') ? { path: join(root, 'web/features/source-editor/plain-html.ts') } : undefined,
    )
  },
}
