import i18next from 'i18next'
import { useAtom, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { registerUnsaved } from '#web/lib/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { checkFileAtom, pastedAtom } from './atoms.ts'
import { descriptionFile } from './description-file.ts'
import styles from './import.module.css'

/** Field to paste an API description, which is checked like a file. */
export function PasteDescription({ item_id }: { item_id: string }) {
  const { t } = useTranslation('import')
  const check = useSetAtom(checkFileAtom)
  const [text, setText] = useAtom(pastedAtom)
  const [error, setError] = useState<LocalizedText>()
  useEffect(
    () => registerUnsaved('import-paste', () => (text ? { title: t('paste.label'), text } : undefined)),
    [text, t],
  )
  const read = () => {
    const file = descriptionFile(text)
    if (file) void check(file, item_id)
    else setError(localized(() => i18next.t(text.trim() === '' ? 'import:paste.missing' : 'import:paste.notJson')))
  }
  return (
    <div className={styles.paste}>
      <Field label={t('paste.label')} help={t('paste.help')} error={error?.text}>
        <Textarea
          rows={6}
          mono
          value={text}
          onValue={(value) => {
            setText(value)
            setError(undefined)
          }}
          spellCheck={false}
        />
      </Field>
      <div>
        <Button onClick={read}>{t('paste.check')}</Button>
      </div>
    </div>
  )
}
