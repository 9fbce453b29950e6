import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { type Group } from '#web/features/item/data/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { EditIcon, ListIcon, TrashIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './item-group.module.css'
import type { GroupActions } from './use-group-actions.ts'

/** The name input; it stays, with the typed text, until the name is saved or discarded. */
function NameBox(props: { group: Group; onName: (name: string) => Promise<boolean>; onLeave: () => void }) {
  const { group, onName, onLeave } = props
  const { t } = useTranslation('item-group')
  const [name, setName] = useState(group.group_name)
  const box = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const refused = useRef('')
  const next = trimName(name)
  const isNew = next !== '' && next !== group.group_name
  useUnsaved(t('nameOf', { group: group.group_name }), isNew ? next : undefined)
  useEffect(() => box.current?.select(), [])
  const finish = async () => {
    if (busy) return
    if (!isNew) return onLeave()
    setBusy(true)
    const isDone = await onName(next)
    setBusy(false)
    if (isDone) onLeave()
    else refused.current = next
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void finish()
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <TextInput
      size="s"
      value={name}
      onValue={setName}
      readOnly={busy}
      aria-label={t('nameOf', { group: group.group_name })}
      ref={box}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (refused.current !== next) void finish()
      }}
      autoComplete="off"
      maxLength={100}
    />
  )
}

/** A group: its name, editable in place, its items, and a button to delete it. */
export function GroupRow(props: {
  group: Group
  count: number
  deeds: GroupActions
  onPick: () => void
  onDelete: () => void
}) {
  const { group, count, deeds, onPick, onDelete } = props
  const { t } = useTranslation('item-group')
  const [renaming, setRenaming] = useState(false)
  const [shown, setShown] = useState<string>()
  const rename = async (name: string) => {
    const isDone = await deeds.rename(group, name)
    if (isDone) setShown(name) // the refetched list will say the same
    return isDone
  }
  const group_name = shown ?? group.group_name
  return (
    <div className={styles.row}>
      {renaming ? (
        <span className={styles.name}>
          <NameBox group={group} onName={rename} onLeave={() => setRenaming(false)} />
        </span>
      ) : (
        <span className={styles.name} title={group_name} dir="auto" onDoubleClick={() => setRenaming(true)}>
          {group_name}
        </span>
      )}
      <button type="button" className={styles.count} onClick={onPick}>
        {t('items', { count })}
      </button>
      <span className={styles.deeds}>
        <IconButton size="s" label={t('rename', { group: group_name })} onClick={() => setRenaming(true)}>
          <EditIcon />
        </IconButton>
        <IconButton size="s" label={t('choose', { group: group_name })} onClick={onPick}>
          <ListIcon />
        </IconButton>
        <IconButton size="s" label={t('delete', { group: group_name })} onClick={onDelete}>
          <TrashIcon />
        </IconButton>
      </span>
    </div>
  )
}
