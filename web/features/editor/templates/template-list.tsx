import type { KeyboardEvent } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import cut from '#web/ui/overflow-shadow.module.css'
import { watchColumnOverflow } from '#web/ui/overflow-shadow.ts'
import styles from './template.module.css'
import type { ListedTemplate } from './templates.ts'

const stepOf: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The list of templates; arrow keys move the selection, which is previewed next to the list. */
export function TemplateList(props: {
  label: string
  templates: readonly ListedTemplate[]
  chosen: string | undefined
  onChoose: (id: string) => void
  onInsert: () => void
}) {
  const { label, templates, chosen, onChoose, onInsert } = props
  const { t } = useTranslation('template')
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = templates.findIndex(({ id }) => id === chosen)
    const step = stepOf[event.key]
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? templates.length - 1 : step && at + step
    const next = to === undefined ? undefined : templates[to]
    if (!next || to === undefined) return
    event.preventDefault()
    onChoose(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')[to]?.focus()
  }
  return (
    <div
      ref={watchColumnOverflow}
      className={`${styles.list} ${cut.column}`}
      role="listbox"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {templates.map(({ id, title, by, shares }) => (
        <button
          key={id}
          type="button"
          role="option"
          className={styles.option}
          aria-selected={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
          onDoubleClick={onInsert}
        >
          <span className={styles.name}>{title}</span>
          {by && <span className={styles.meta}>{t('by', { name: by })}</span>}
          {shares > 0 && <span className={styles.meta}>{t('shares', { count: shares })}</span>}
        </button>
      ))}
    </div>
  )
}
