import { $prose } from '@milkdown/kit/utils'
import { findPlugin } from '../find/find-plugin.ts'
import { visualPageCtx } from '../page-ctx.ts'
import { blockMenuPlugin } from './block-menu-state.ts'
import { belowPlugin } from './gap-navigation.ts'
import { keysPlugin } from './keys.ts'
import { layerPlugin } from './layer-plugin.tsx'
import { linkPlugin } from './link-state.ts'
import { slashPlugin } from './slash-state.ts'

export { type VisualFormat, visualCommands } from './formats.ts'

/** The actions on the text and their user interface: keys, the bubble, the `/` menu, handles, find. */
export const menuPlugins = [
  $prose((ctx) => slashPlugin(() => ctx.get(visualPageCtx.key).entries())),
  $prose(() => blockMenuPlugin),
  $prose(() => linkPlugin),
  $prose(() => keysPlugin()),
  $prose(() => belowPlugin()),
  $prose(() => findPlugin()),
  $prose(() => layerPlugin()),
]
