import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, useRef, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { choiceInput, firstChoice, lacksPassword } from '#web/features/item/visibility/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { type ImportState, type ImportTarget, type NewItemChoice, restartImportAtom, startImportAtom } from './atoms.ts'
import styles from './import.module.css'
import { NewItemFields, type NewItemValues } from './new-item-fields.tsx'
import { visibilityOfFile } from './report.ts'
import { ReportView } from './report-view.tsx'

/** Step 2: what the import would change, and the name and visibility of a new item. */
export function CheckStep(props: {
  checked: Extract<ImportState, { step: 'check' }>
  item: ImportTarget | undefined
  onClose: () => void
}) {
  const { checked, item, onClose } = props
  const { job_id, report, file_name } = checked
  const { t } = useTranslation(['import', 'common'])
  const start = useSetAtom(startImportAtom)
  const askForFile = useSetAtom(restartImportAtom)
  const ofFile = visibilityOfFile(report)
  const [values, setValues] = useState<NewItemValues>({
    item_name: report.item_name || file_name.replace(/\.(zip|json|ya?ml)$/i, ''),
    ...firstChoice(ofFile),
  })
  const [errors, setErrors] = useState<Partial<Record<'item_name' | 'password' | 'form', LocalizedText>>>({})
  const [busy, setBusy] = useState(false)
  const item_name = trimName(values.item_name)
  const form = useRef<HTMLFormElement>(null)
  const refuse = (field: 'item_name' | 'password', text: () => string) => {
    setErrors({ [field]: localized(text) })
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!item && item_name === '') return refuse('item_name', () => i18next.t('import:new.nameMissing'))
    if (!item && lacksPassword(values)) return refuse('password', () => i18next.t('visibility:missing'))
    const choice: NewItemChoice = item ? {} : { item_name, ...choiceInput(values) }
    setBusy(true)
    try {
      await start({ job_id, title: item?.item_name ?? item_name, total: report.pages }, choice)
    } catch (error) {
      setErrors({ form: errorText(error) })
      setBusy(false)
    }
  }
  return (
    <form ref={form} className={styles.check} noValidate onSubmit={submit}>
      <ReportView report={report} />
      {item && report.replaced.length > 0 && <p className={styles.hint}>{t('check.history')}</p>}
      {!item && (
        <NewItemFields
          values={values}
          ofFile={ofFile}
          errors={{ item_name: errors.item_name?.text, password: errors.password?.text }}
          onValues={(next) => {
            setValues(next)
            setErrors({})
          }}
        />
      )}
      {errors.form && <Banner tone="danger">{errors.form.text}</Banner>}
      <div className={styles.buttons}>
        <Button variant="ghost" onClick={() => askForFile()}>
          {t('file.another')}
        </Button>
        <span className={styles.right}>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('check.start', { count: report.pages })}
          </Button>
        </span>
      </div>
    </form>
  )
}
