import { useAtom } from 'jotai'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { treeWidthAtom, treeWidths } from './preferences.ts'
import styles from './tree-panel.module.css'

const step = 16
const within = (width: number) => Math.round(Math.min(treeWidths.most, Math.max(treeWidths.least, width)))

/** The edge of the tree, which resizes it; a double click resets it. */
export function TreeResizer() {
  const { t } = useTranslation('viewer')
  const [width, setWidth] = useAtom(treeWidthAtom)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    setWidth(within(event.clientX - (event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (!by) return
    event.preventDefault()
    setWidth(within(width + by))
  }
  return (
    // a movable separator has no element of its own
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('tree.width')}
      aria-valuenow={width}
      aria-valuemin={treeWidths.least}
      aria-valuemax={treeWidths.most}
      tabIndex={0}
      className={styles.resizer}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => setWidth(treeWidths.usual)}
      onKeyDown={onKeyDown}
    />
  )
}
