import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import cut from './overflow-shadow.module.css'
import { scrollIntoViewOnResize, watchOverflow } from './overflow-shadow.ts'
import styles from './tabs.module.css'

/** A tab of `Tabs`. */
export interface Tab<I extends string = string> {
  id: I
  label: ReactNode
  /** A number after the label. */
  count?: number
}

const stepOf: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** A tab list above the panel of the selected tab; arrow keys move. Keep the selection in the URL. */
export function Tabs<I extends string>(props: {
  /** The tab list's name for screen readers. */
  label: string
  tabs: readonly Tab<I>[]
  value: I
  onValue: (id: I) => void
  /** The panel of the selected tab. */
  children?: ReactNode
}) {
  const { label, tabs, value, onValue, children } = props
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  // Keep the selected tab visible when the tabs overflow: after a new selection, and when the window gets narrower.
  useLayoutEffect(() => {
    const box = row.current
    return box ? scrollIntoViewOnResize(box, () => box.querySelector('[aria-selected=true]')) : undefined
  }, [value])
  useLayoutEffect(() => (row.current ? watchOverflow(row.current, 'row') : undefined), [tabs.length])
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value)
    const step = stepOf[event.key]
    const target =
      event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step && (at + step + tabs.length) % tabs.length
    const tab = target === undefined ? undefined : tabs[target]
    if (!tab || target === undefined) return
    event.preventDefault()
    onValue(tab.id)
    row.current?.querySelectorAll('button')[target]?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div className={`${styles.row} ${cut.row}`} role="tablist" aria-label={label} ref={row} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            className={styles.tab}
            aria-selected={tab.id === value}
            aria-controls={children === undefined ? undefined : `${id}panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onValue(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`} className={styles.panel}>
          {children}
        </div>
      )}
    </div>
  )
}
