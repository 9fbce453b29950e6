import { type FormEvent, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './item-group.module.css'

/** The form to create a group. */
export function NewGroup({ onAdd }: { onAdd: (group_name: string) => Promise<boolean> }) {
  const { t } = useTranslation('item-group')
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  useUnsaved(t('name'), name.trim() || undefined)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy || trimName(name) === '') return
    setBusy(true)
    if (await onAdd(trimName(name))) setName((now) => (now === name ? '' : now)) // keep a name begun since
    setBusy(false)
  }
  return (
    <form className={styles.new} onSubmit={(event) => void add(event)}>
      <TextInput
        value={name}
        onValue={setName}
        aria-label={t('name')}
        placeholder={t('name')}
        autoComplete="off"
        maxLength={100}
      />
      <Button type="submit" icon={<AddIcon />} busy={busy} disabled={trimName(name) === ''}>
        {t('add')}
      </Button>
    </form>
  )
}
