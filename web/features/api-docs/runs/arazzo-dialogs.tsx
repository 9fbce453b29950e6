import i18next from 'i18next'
import { useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { Field } from '#web/ui/field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ArazzoFound, type ArazzoNote, type ListedRun, runCalls } from './atoms.ts'
import styles from './runs.module.css'

/** The longest document in characters; the contract says so. */
const textMax = 500_000

function Notes({ notes }: { notes: readonly ArazzoNote[] }) {
  const { t } = useTranslation('api-run')
  if (notes.length === 0) return null
  return (
    <section className={styles.group} aria-label={t('arazzo.notes')}>
      <h3 className={styles.name}>{t('arazzo.notes')}</h3>
      <ul className={styles.checks}>
        {notes.map(({ run_name, step, text, values }, at) => (
          <li key={`${at}`} className={styles.note}>
            <span className={styles.name}>{step === '' ? run_name : `${run_name} · ${step}`}</span>
            {': '}
            {t(`arazzo.note.${text as 'flow'}`, values)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Dialog that saves runs as an Arazzo document, and says what other tools will not find in it. */
export function ArazzoExportDialog(props: {
  item_id: string
  runs: readonly ListedRun[]
  run_id: string
  onClose: () => void
}) {
  const { item_id, runs, onClose } = props
  const { t } = useTranslation('api-run')
  const [run_id, setRunId] = useState(props.run_id)
  const [format, setFormat] = useState<'yaml' | 'json'>('yaml')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [notes, setNotes] = useState<ArazzoNote[]>()
  const save = async () => {
    setBusy(true)
    setError('')
    try {
      const written = await runCalls.arazzoExport(item_id, run_id, format)
      saveFile(new Blob([written.text]), written.file_name)
      if (written.notes.length === 0) onClose()
      else setNotes(written.notes)
    } catch (failure) {
      setError(getErrorMessage(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="m"
      title={t('arazzo.exportTitle')}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{t(notes ? 'arazzo.close' : 'cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('arazzo.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {error !== '' && <Banner tone="danger">{error}</Banner>}
        <p className={styles.note}>{t('arazzo.exportAbout')}</p>
        <Field label={t('arazzo.which')}>
          <Select
            value={run_id}
            options={[
              { value: '0', label: t('arazzo.all') },
              ...runs.map((run) => ({ value: run.run_id, label: run.run_name })),
            ]}
            onValue={setRunId}
          />
        </Field>
        <RadioGroup
          label={t('arazzo.format')}
          value={format}
          onValue={setFormat}
          options={[
            { value: 'yaml', label: 'YAML' },
            { value: 'json', label: 'JSON' },
          ]}
        />
        {notes && <Banner>{t('arazzo.exported')}</Banner>}
        {notes && <Notes notes={notes} />}
      </div>
    </Dialog>
  )
}

function Found({ found }: { found: ArazzoFound }) {
  const { t } = useTranslation('api-run')
  return (
    <div className={styles.form}>
      <ul className={styles.checks} aria-label={t('arazzo.found')}>
        {found.workflows.map(({ workflow_id, run_name, steps_total, problem }) => (
          <li key={workflow_id} className={styles.step}>
            <span className={styles.name}>{run_name}</span>{' '}
            <span className={styles.note}>{problem ? '' : t('arazzo.steps', { count: steps_total })}</span>
            {problem && (
              <p className={styles.error}>{t(`arazzo.problem.${problem.text as 'circular'}`, problem.values)}</p>
            )}
          </li>
        ))}
      </ul>
      <Notes notes={found.notes} />
    </div>
  )
}

/** Dialog that creates runs from an Arazzo document, after a preview of what becomes of it. */
export function ArazzoImportDialog(props: { item_id: string; onImported: () => void; onClose: () => void }) {
  const { item_id, onImported, onClose } = props
  const { t } = useTranslation('api-run')
  const [text, setText] = useState('')
  const [found, setFound] = useState<ArazzoFound>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const ready = found?.workflows.filter(({ problem }) => problem === null).length ?? 0
  const change = (next: string) => {
    setText(next)
    setFound(undefined)
    setError('')
  }
  const open = async ([file]: File[]) => {
    if (!file) return
    if (file.size > 4 * textMax) return setError(t('arazzo.tooLong'))
    change(await file.text())
  }
  const submit = async () => {
    if (text.trim() === '') return setError(t('arazzo.noText'))
    if (text.length > textMax) return setError(t('arazzo.tooLong'))
    setBusy(true)
    setError('')
    try {
      if (!found) return setFound(await runCalls.arazzoImport(item_id, text, '1'))
      const created = await runCalls.arazzoImport(item_id, text, '0')
      const count = created.workflows.filter(({ run_id }) => run_id !== '0').length
      toast.ok(localized(() => i18next.t('api-run:arazzo.imported', { count })))
      onImported()
      onClose()
    } catch (failure) {
      setError(getErrorMessage(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="l"
      title={t('arazzo.importTitle')}
      dirty={text.trim() !== ''}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {found && <Button onClick={() => setFound(undefined)}>{t('arazzo.back')}</Button>}
          <Button type="submit" variant="primary" busy={busy} disabled={found !== undefined && ready === 0}>
            {found ? t('arazzo.create', { count: ready }) : t('arazzo.check')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {error !== '' && <Banner tone="danger">{error}</Banner>}
        {found ? (
          <Found found={found} />
        ) : (
          <>
            <p className={styles.note}>{t('arazzo.importAbout')}</p>
            <DropZone
              compact
              label={t('arazzo.drop')}
              touchLabel={t('arazzo.choose')}
              accept=".yaml,.yml,.json"
              onFiles={(files) => void open(files)}
            />
            <Field label={t('arazzo.text')}>
              <Textarea mono rows={12} spellCheck={false} value={text} onValue={change} />
            </Field>
          </>
        )}
      </div>
    </Dialog>
  )
}
