import { useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { ErrorIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { setTitleAtom } from './draft-atoms.ts'
import { editingSessionAtom, titleAtom, titleMissingAtom } from './session.ts'
import styles from './top-bar.module.css'

/** The longest title, in characters. Source: src/shared/contract/fields.ts, SingleLine. */
const titleMax = 200

/** The title field; Enter moves on to the text. */
export function TitleField() {
  const { t } = useTranslation('page-editor')
  const title = useAtomValue(titleAtom)
  const isMissing = useAtomValue(titleMissingAtom)
  const isNew = useAtomValue(editingSessionAtom)?.is_new ?? false
  const surface = useAtomValue(editorHandleAtom)
  const setTitle = useSetAtom(setTitleAtom)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew || isMissing) box.current?.focus()
  }, [isNew, isMissing])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    surface?.focus()
  }
  return (
    <div className={styles.title}>
      <TextInput
        ref={box}
        value={title}
        onValue={setTitle}
        onKeyDown={onKeyDown}
        maxLength={titleMax}
        placeholder={t('title.placeholder')}
        aria-label={t('title.label')}
        aria-required
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? 'title-missing' : undefined}
        autoComplete="off"
      />
      {isMissing && (
        <p id="title-missing" className={styles.missing} role="alert">
          <ErrorIcon />
          {t('title.missing')}
        </p>
      )}
    </div>
  )
}
