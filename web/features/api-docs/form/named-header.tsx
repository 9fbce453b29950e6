import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TrashIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { pathMark, useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { type Path, setAt } from './json-source-edit.ts'

/** Editable name of one of several parts, with a button to remove the part. */
export function NamedHeader(props: {
  label: string
  path: Path
  value: string
  remove: string
  onRemove: () => void
  children?: ReactNode
}) {
  const { label, path, value, remove, onRemove, children } = props
  const { store } = useApiEdit()
  return (
    <div className={styles.bar}>
      <span className={styles.short}>
        <TextInput
          size="s"
          aria-label={label}
          placeholder={label}
          data-path={pathMark(path)}
          value={value}
          onValue={(name) => store.change((now) => setAt(now, path, name), pathMark(path))}
        />
      </span>
      {children}
      <Button size="s" variant="ghost" icon={<TrashIcon />} onClick={onRemove}>
        {remove}
      </Button>
    </div>
  )
}
