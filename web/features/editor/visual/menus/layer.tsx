import { memo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { getNodePortals } from '../views/node-portals.ts'
import { BlockHandle } from './block-handle.tsx'
import { Bubble } from './bubble.tsx'
import { ImageTools } from './image-tools.tsx'
import { LinkBox } from './link-box.tsx'
import { LinkHint } from './link-hint.tsx'
import type { MenuProps } from './signal.ts'
import { SlashList } from './slash-list.tsx'
import { TableHandles } from './table-handles.tsx'
import { TableMenu } from './table-menu.tsx'
import { Toolbar } from './toolbar.tsx'

const PartsOfNodes = memo(function PartsOfNodes({ view }: Pick<MenuProps, 'view'>) {
  const parts = getNodePortals(view)
  const shown = useSyncExternalStore(parts.subscribe, parts.read)
  return shown.map(({ id, at, node }) => createPortal(node, at, String(id)))
})

/** All parts of visual mode that React renders. */
export function Layer(props: MenuProps) {
  return (
    <>
      <PartsOfNodes view={props.view} />
      <Toolbar {...props} />
      <BlockHandle {...props} />
      <TableHandles {...props} />
      <TableMenu {...props} />
      <Bubble {...props} />
      <LinkHint {...props} />
      <LinkBox {...props} />
      <ImageTools {...props} />
      <SlashList {...props} />
    </>
  )
}
