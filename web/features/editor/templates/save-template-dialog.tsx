import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryValue } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { ownAtom, saveAtom } from './atoms.ts'
import styles from './template.module.css'
import { findByTitle } from './templates.ts'

/** Saves a text as a template; one of the same name is replaced. */
export function SaveTemplateDialog(props: { title: string; content: string; onClose: () => void }) {
  const { content, onClose } = props
  const { t } = useTranslation(['template', 'common'])
  const close = useMountedCallback(onClose)
  const [title, setTitle] = useState(props.title)
  const [error, setError] = useState<LocalizedText>()
  const [failure, setFailure] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const own = useAtomValue(ownAtom)
  const save = useSetAtom(saveAtom)
  const former = findByTitle(queryValue(own) ?? [], title)
  const submit = async () => {
    if (busy) return
    if (trimName(title) === '') return setError(localized(() => i18next.t('template:save.nameNeeded')))
    setBusy(true)
    setFailure(undefined)
    try {
      await save(former?.id ?? '0', title.trim(), content)
      close()
      toast.ok(
        localized(() => i18next.t(former ? 'template:save.replaced' : 'template:save.done', { title: title.trim() })),
      )
    } catch (saveError) {
      if (isApiError(saveError, 'badParameter') || isApiError(saveError, 'characterBad')) setError(errorText(saveError))
      else setFailure(errorText(saveError))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={t('save.title')}
      note={t('save.note')}
      dirty={title !== props.title}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(former ? 'save.replace' : 'save.action')}
          </Button>
        </>
      }
    >
      <div className={styles.share}>
        {failure && <Banner tone="danger">{failure.text}</Banner>}
        {content.trim() === '' && <Banner tone="warn">{t('save.empty')}</Banner>}
        <Field label={t('save.name')} error={error?.text} help={former && t('save.exists')} required>
          <TextInput
            value={title}
            maxLength={200}
            onValue={(value) => {
              setTitle(value)
              setError(undefined)
            }}
          />
        </Field>
      </div>
    </Dialog>
  )
}
