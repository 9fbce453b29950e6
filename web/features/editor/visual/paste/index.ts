import { parserCtx } from '@milkdown/kit/core'
import { $prose } from '@milkdown/kit/utils'
import { visualPageCtx } from '../page-ctx.ts'
import { pagePlugin } from './page-plugin.ts'
import { pastePlugin } from './paste-plugin.ts'
import { uploadsPlugin } from './uploads.ts'

/** The plugins for outside content: images, and the clipboard of other programs. */
export const pastePlugins = [
  $prose((ctx) =>
    pagePlugin({ target: () => ctx.get(visualPageCtx.key), parse: (markdown) => ctx.get(parserCtx)(markdown) }),
  ),
  $prose(() => pastePlugin()),
  $prose(() => uploadsPlugin),
]
