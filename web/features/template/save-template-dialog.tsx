import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { trimName } from '#contract/name.ts'
import { isRefusal } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { type Said, said, saidOf } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { ownAtom, saveAtom } from './atoms.ts'
import styles from './template.module.css'
import { sameTitle } from './templates.ts'

/** Keeps a text as a template; one of the same name is replaced. */
export function SaveTemplateDialog(props: { title: string; content: string; onClose: () => void }) {
  const { content, onClose } = props
  const { t } = useTranslation(['template', 'common'])
  const close = useWhileHere(onClose)
  const [title, setTitle] = useState(props.title)
  const [error, setError] = useState<Said>()
  const [failure, setFailure] = useState<Said>()
  const [busy, setBusy] = useState(false)
  const own = useAtomValue(ownAtom)
  const save = useSetAtom(saveAtom)
  const former = own && 'value' in own ? sameTitle(own.value, title) : undefined
  const submit = async () => {
    if (busy) return
    if (trimName(title) === '') return setError(said(() => i18next.t('template:save.nameNeeded')))
    setBusy(true)
    setFailure(undefined)
    try {
      await save(former?.id ?? '0', title.trim(), content)
      close()
      toast.ok(said(() => i18next.t(former ? 'template:save.replaced' : 'template:save.done', { title: title.trim() })))
    } catch (refused) {
      if (isRefusal(refused, 'badParameter') || isRefusal(refused, 'characterBad')) setError(saidOf(refused))
      else setFailure(saidOf(refused))
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
