import { type ReactElement, useState } from 'react'
import type { PageNode } from '#web/features/tree/view/index.tsx'
import { MenuContent } from '#web/ui/menu-content.tsx'
import type { Page } from './atoms.ts'
import { usePageEntries } from './use-page-entries.tsx'

/** The menu of the current page, initially open: it is loaded on first use. */
export function PageMenu(props: {
  page: Page
  node: PageNode | undefined
  trigger: ReactElement
  /** Whether it was opened by keyboard: the first entry takes the focus. */
  byKey: boolean
}) {
  const { page, node, trigger, byKey } = props
  const [open, setOpen] = useState(true)
  const entries = usePageEntries(page, node)
  return (
    <MenuContent
      align="end"
      trigger={trigger}
      entries={entries}
      open={open}
      onOpenChange={setOpen}
      focusFirst={byKey}
    />
  )
}
