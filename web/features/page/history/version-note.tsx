import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CloseIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './history-drawer.module.css'

/** The longest remark, in characters, as when pages are saved with one. Source: interface guide 4.6. */
const longest = 200

/** The field for the remark of a version. */
export function VersionNoteField(props: {
  remark: string
  /** When the version was saved. */
  time: string
  /** Resolves to whether it is saved; the field stays open with its text until it is. */
  onSave: (remark: string) => Promise<boolean>
  onClose: () => void
}) {
  const { remark, time, onSave, onClose } = props
  const { t } = useTranslation('page-history')
  const [text, setText] = useState(remark)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    setBusy(true)
    if (text.trim() === remark || (await onSave(text.trim()))) onClose()
    else setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation() // the drawer stays open
    if (event.key === 'Enter') void save()
    else onClose()
  }
  return (
    <span className={styles.edit}>
      <TextInput
        size="s"
        autoFocus
        maxLength={longest}
        aria-label={t('remark.label', { time })}
        value={text}
        readOnly={busy}
        onValue={setText}
        onKeyDown={onKeyDown}
      />
      <IconButton size="s" label={t('remark.save')} busy={busy} onClick={() => void save()}>
        <CheckIcon />
      </IconButton>
      <IconButton size="s" label={t('remark.cancel')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </span>
  )
}
