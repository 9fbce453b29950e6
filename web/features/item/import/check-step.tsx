import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import type { Visibility } from '#shared/contract/visibility.ts'
import { importFormats, nameOfImport } from '#shared/import-formats.ts'
import {
  choiceInput,
  firstChoice,
  lacksPassword,
  type VisibilityChoice,
  VisibilityField,
} from '#web/features/item/visibility/index.tsx'
import { formatCount } from '#web/lib/format.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { type ImportChoice, type ImportState, type ImportTarget, restartImportAtom, startImportAtom } from './atoms.ts'
import styles from './import.module.css'
import { type Report, reasonText, visibilityOfFile } from './report.ts'

/** The values for the item that an import creates. */
interface NewItemValues extends VisibilityChoice {
  item_name: string
}

/** Fields for the name and visibility of the new item. */
function NewItemFields(props: {
  values: NewItemValues
  /** The visibility stored in the file; undefined for files without one. */
  ofFile: Visibility | undefined
  errors: Partial<Record<'item_name' | 'password', string | undefined>>
  onValues: (values: NewItemValues) => void
}) {
  const { values, ofFile, errors, onValues } = props
  const { t } = useTranslation('import')
  return (
    <>
      <Field label={t('new.name')} error={errors.item_name}>
        <TextInput
          name="item_name"
          value={values.item_name}
          onValue={(item_name) => onValues({ ...values, item_name })}
          maxLength={200}
          autoComplete="off"
          autoFocus
        />
      </Field>
      <VisibilityField
        choice={values}
        present={ofFile === 'password' ? 'file' : undefined}
        ofFile={ofFile}
        error={errors.password}
        onChoice={(part) => onValues({ ...values, ...part })}
      />
    </>
  )
}

/** More rows than anybody reads; the rest is shown as a number. */
const most = 200

function Fold(props: {
  title: string
  tone?: 'warn'
  lines: { key: string; text: ReactNode }[]
  /** How many there are, when not all are listed. */
  count?: number
}) {
  const { title, tone, lines, count = lines.length } = props
  const { t } = useTranslation('import')
  if (lines.length === 0) return null
  return (
    <details className={styles.fold} data-tone={tone}>
      <summary>{title}</summary>
      <ul>
        {lines.slice(0, most).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
        {count > Math.min(most, lines.length) && (
          <li>{t('report.more', { count: count - Math.min(most, lines.length) })}</li>
        )}
      </ul>
    </details>
  )
}

/** What was found in the file, and what the import would do with it. */
function ReportView({ report }: { report: Report }) {
  const { t } = useTranslation('import')
  const withReason = (parts: Report['skipped']) =>
    parts.map(({ name, reason }, at) => ({
      key: `${at}`,
      text: (
        <>
          <strong>{name}</strong> · {reasonText(currentLang(), reason)}
        </>
      ),
    }))
  const named = (pages: Report['missing']) =>
    pages.map(({ path, page_title, call }, at) => ({
      key: `${at}`,
      text: [path ? `${path} / ${page_title}` : page_title, ...(call ? [call] : [])].join(' · '),
    }))
  return (
    <div className={styles.report}>
      <p className={styles.found}>
        {t('report.source', { source: importFormats[report.source].label[currentLang()] })}{' '}
        {t('report.pages', { count: report.pages, pages: formatCount(report.pages) })}
        {report.catalogs > 0 && t('report.catalogs', { count: report.catalogs })}
      </p>
      {report.bundle && (
        <p>
          {t('bundle.brings', {
            versions: formatCount(report.bundle.versions),
            comments: formatCount(report.bundle.comments),
          })}
        </p>
      )}
      {report.files > 0 && <p>{t('report.files', { count: report.files })}</p>}
      {report.unchanged > 0 && <p>{t('report.unchanged', { count: report.unchanged })}</p>}
      {report.http_pictures > 0 && (
        <Banner tone="warn">{t('report.httpPictures', { count: report.http_pictures })}</Banner>
      )}
      <Fold title={t('report.new', { count: report.new_pages })} lines={named(report.added)} count={report.new_pages} />
      <Fold
        tone="warn"
        title={t('report.replaced', { count: report.replaced.length })}
        lines={named(report.replaced)}
      />
      {report.kept > 0 && <p className={styles.hint}>{t('report.kept', { count: report.kept })}</p>}
      <Fold tone="warn" title={t('report.missing', { count: report.missing.length })} lines={named(report.missing)} />
      <Fold
        tone="warn"
        title={t('report.skipped', { count: report.skipped.length })}
        lines={withReason(report.skipped)}
      />
      <Fold title={t('report.notes', { count: report.notes.length })} lines={withReason(report.notes)} />
    </div>
  )
}

/** The members and teams that the file names, and whether they get their rights; nothing for a file without any. */
function PeopleChoice(props: {
  bundle: NonNullable<Report['bundle']>
  checked: boolean
  onChecked: (checked: boolean) => void
}) {
  const { members, teams } = props.bundle
  const { t } = useTranslation('import')
  const people = [
    ...members.map(({ username, member_group_id, is_known }) => ({
      name: `${username} · ${t(`bundle.right.${member_group_id as 0 | 1 | 2}`)}`,
      is_known,
    })),
    ...teams.map(({ team_name, is_known }) => ({ name: `${team_name} · ${t('bundle.team')}`, is_known })),
  ]
  const linesOf = (isKnown: boolean) =>
    people.filter((one) => one.is_known === isKnown).map(({ name }, at) => ({ key: `${at}`, text: name }))
  const [known, unknown] = [linesOf(true), linesOf(false)]
  if (people.length === 0) return null
  return (
    <>
      {known.length > 0 && (
        <Checkbox
          label={t('bundle.give', { count: known.length })}
          checked={props.checked}
          onChecked={props.onChecked}
        />
      )}
      <Fold title={t('bundle.known', { count: known.length })} lines={known} />
      <Fold tone="warn" title={t('bundle.unknown', { count: unknown.length })} lines={unknown} />
    </>
  )
}

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
    item_name: report.item_name || nameOfImport(file_name),
    ...firstChoice(ofFile),
  })
  const [errors, setErrors] = useState<Partial<Record<'item_name' | 'password' | 'form', LocalizedText>>>({})
  const [busy, setBusy] = useState(false)
  const [removes, setRemoves] = useState(false)
  const [gives, setGives] = useState(false)
  const item_name = trimName(values.item_name)
  const form = useRef<HTMLFormElement>(null)
  const reject = (field: 'item_name' | 'password', text: () => string) => {
    setErrors({ [field]: localized(text) })
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!item && item_name === '') return reject('item_name', () => i18next.t('import:new.nameMissing'))
    if (!item && lacksPassword(values)) return reject('password', () => i18next.t('visibility:missing'))
    const choice: ImportChoice = {
      ...(item ? removes && { remove_missing: '1' } : { item_name, ...choiceInput(values) }),
      ...(gives && { with_members: '1' }),
    }
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
      {item && report.missing.length > 0 && (
        <Checkbox
          label={t('check.remove', { count: report.missing.length })}
          checked={removes}
          onChecked={setRemoves}
        />
      )}
      {item && report.pages === report.unchanged && !removes && <p className={styles.hint}>{t('check.nothing')}</p>}
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
      {report.bundle && <PeopleChoice bundle={report.bundle} checked={gives} onChecked={setGives} />}
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
