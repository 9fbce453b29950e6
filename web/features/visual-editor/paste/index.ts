import { parserCtx } from '@milkdown/kit/core'
import { $prose } from '@milkdown/kit/utils'
import { visualPageCtx } from '../page-ctx.ts'
import { pagePlugin } from './page-plugin.ts'
import { pastePlugin } from './paste-plugin.ts'
import { uploadsPlugin } from './uploads.ts'

/** What comes from outside: pictures, and what other programs put on the clipboard. */
export const pastePlugins = [
  $prose((ctx) =>
    pagePlugin({ target: () => ctx.get(visualPageCtx.key), parse: (markdown) => ctx.get(parserCtx)(markdown) }),
  ),
  $prose(() => pastePlugin()),
  $prose(() => uploadsPlugin),
]
