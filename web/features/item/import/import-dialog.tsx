import i18next from 'i18next'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { descriptionExtensions, documentExtensions } from '#shared/import-formats.ts'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { cancelJobAtom, jobsAtom, jobsErrorAtom } from '#web/features/jobs/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryValue, useCachedQuery } from '#web/lib/query.ts'
import { navigate } from '#web/lib/route.ts'
import { registerUnsaved } from '#web/lib/unsaved.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { Field } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import {
  addressAtom,
  checkAddressAtom,
  checkFileAtom,
  type ImportState,
  type ImportTarget,
  importStateAtom,
  leaveImportAtom,
  pastedAtom,
  restartImportAtom,
} from './atoms.ts'
import { CheckStep } from './check-step.tsx'
import { descriptionFile } from './description-file.ts'
import { fileProblem } from './file-check.ts'
import styles from './import.module.css'
import { getImportBlocker } from './report.ts'

/**
 * Imports a file in three steps: file, check, result. Nothing is written before the check is confirmed.
 *
 * @param props.item the item to import into; a new one when omitted
 * @param props.from `description`: an API description, which can also be pasted
 */
export function ImportDialog(props: {
  open: boolean
  onClose: () => void
  item?: ImportTarget
  from?: 'file' | 'description'
}) {
  return props.open ? <Inside {...props} /> : null
}

/** Shown between file and check, while the file is uploaded and parsed. */
function ReadingStep(props: { file_name: string; isAddress: boolean | undefined; onCancel: () => void }) {
  const { file_name, isAddress, onCancel } = props
  const { t } = useTranslation('import')
  return (
    <div className={styles.wait}>
      <Progress label={t(isAddress ? 'address.fetching' : 'reading', { name: file_name })} onCancel={onCancel} />
    </div>
  )
}

const steps = ['file', 'check', 'result'] as const

/** Step indicator of the import. */
function Steps({ step }: { step: ImportState['step'] }) {
  const { t } = useTranslation('import')
  const current = step === 'reading' ? 'check' : step
  const at = steps.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {steps.map((one, index) => (
        <li
          key={one}
          className={styles.step}
          data-past={index < at || undefined}
          aria-current={one === current ? 'step' : undefined}
        >
          {index + 1} {t(`step.${one}`)}
        </li>
      ))}
    </ol>
  )
}

const endingsOf = (endings: readonly string[]) => endings.map((ending) => `.${ending}`).join(',')
const descriptions = `.zip,${endingsOf(descriptionExtensions)},application/zip,application/json,application/yaml`
const documents = endingsOf(documentExtensions)

/** Field to paste an API description, which is checked like a file. */
function PasteDescription({ item_id }: { item_id: string }) {
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

/** Field for the address of an API description, which the server fetches and checks like a file. */
function AddressDescription({ item_id }: { item_id: string }) {
  const { t } = useTranslation('import')
  const check = useSetAtom(checkAddressAtom)
  const [url, setUrl] = useAtom(addressAtom)
  const [error, setError] = useState<LocalizedText>()
  const read = () => {
    const typed = url.trim()
    if (/^https?:\/\//i.test(typed)) void check(typed, item_id)
    else setError(localized(() => i18next.t('import:address.missing')))
  }
  return (
    <div className={styles.paste}>
      <Field label={t('address.label')} help={t('address.help')} error={error?.text}>
        <TextInput
          value={url}
          onValue={(value) => {
            setUrl(value)
            setError(undefined)
          }}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
        />
      </Field>
      <div>
        <Button onClick={read}>{t('address.check')}</Button>
      </div>
    </div>
  )
}

/** Step 1: choose a file. Lists the supported files first, and shows why the former file was rejected. */
function FileStep(props: {
  refusal: LocalizedText | undefined
  item_id: string
  /** Whether an API description is expected: it can also be pasted. */
  describes: boolean
}) {
  const { refusal: rejection, item_id, describes } = props
  const { t } = useTranslation('import')
  const check = useSetAtom(checkFileAtom)
  const askForFile = useSetAtom(restartImportAtom)
  const take = (file: File | undefined) => {
    if (!file) return
    const problem = fileProblem(file)
    if (problem) askForFile(localized(() => i18next.t(`import:problem.${problem}`, { name: file.name })))
    else void check(file, item_id)
  }
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  // also without a field: a copied file, or the text of a description
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea')) return
      const [copied] = event.clipboardData?.files ?? []
      const file = copied ?? descriptionFile(event.clipboardData?.getData('text/plain') ?? '')
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    <>
      {rejection && <Banner tone="danger">{rejection.text}</Banner>}
      <DropZone
        label={t(describes ? 'file.dropDescription' : 'file.drop')}
        touchLabel={t(describes ? 'file.pickDescription' : 'file.pick')}
        accept={describes ? descriptions : `${descriptions},${documents}`}
        action={t(rejection ? 'file.another' : 'file.choose')}
        onFiles={([file]) => take(file)}
      />
      <AddressDescription item_id={item_id} />
      {describes ? (
        <PasteDescription item_id={item_id} />
      ) : (
        <div className={styles.accepted}>
          <p>{t('file.accepted')}</p>
          <ul>
            <li>{t('file.docstead')}</li>
            <li>{t('file.showdoc')}</li>
            <li>{t('file.markdown')}</li>
            <li>{t('file.office')}</li>
            <li>{t('file.wikis')}</li>
            <li>{t('file.description')}</li>
            <li>{t('file.clients')}</li>
            <li>{t('file.schemas')}</li>
          </ul>
          <p>{t('file.limits')}</p>
        </div>
      )}
    </>
  )
}

/** Step 3: the progress of the import, then its result. It continues when the dialog is closed. */
function ResultStep({ job_id, title, onClose }: { job_id: string; title: string; onClose: () => void }) {
  const { t } = useTranslation('import')
  const job = useAtomValue(jobsAtom).find((one) => one.job_id === job_id)
  const failure = useAtomValue(jobsErrorAtom)
  const cancelJob = useSetAtom(cancelJobAtom)
  const askForFile = useSetAtom(restartImportAtom)
  const cancel = () => cancelJob(job_id).catch((error) => toast.error(errorText(error)))
  const open = () => {
    onClose()
    if (job) navigate(`/${job.item_id}`)
  }
  if (!job || job.state === 'running' || job.state === 'checked') {
    return (
      <>
        <div className={styles.wait}>
          <Progress
            label={
              job && job.total > 0 ? t('result.running', { done: job.done, count: job.total }) : t('result.starting')
            }
            value={job?.done ?? 0}
            {...(job && { max: job.total })}
            onCancel={() => void cancel()}
          />
        </div>
        {failure !== undefined && <Banner tone="warn">{t('result.unknown')}</Banner>}
        <div className={styles.buttons}>
          <span className={styles.hint}>{t('result.goesOn')}</span>
          <Button onClick={onClose}>{t('result.close')}</Button>
        </div>
      </>
    )
  }
  const isDone = job.state === 'done'
  return (
    <>
      <Banner tone={isDone ? 'ok' : job.state === 'failed' ? 'danger' : 'neutral'}>
        {isDone && t('result.done', { title, count: job.total })}
        {job.state === 'failed' && joinSentences([t('result.failed'), job.error_message])}
        {job.state === 'cancelled' && t('result.cancelled')}
      </Banner>
      <div className={styles.buttons}>
        <Button variant="ghost" onClick={() => askForFile()}>
          {t('file.another')}
        </Button>
        <span className={styles.right}>
          <Button onClick={onClose}>{t('result.close')}</Button>
          {isDone && (
            <Button variant="primary" autoFocus onClick={open}>
              {t('result.open')}
            </Button>
          )}
        </span>
      </div>
    </>
  )
}

function Inside(props: { onClose: () => void; item?: ImportTarget; from?: 'file' | 'description' }) {
  const { onClose, item, from = 'file' } = props
  const describes = from === 'description'
  const { t } = useTranslation(['import', 'common'])
  const state = useAtomValue(importStateAtom)
  const leave = useSetAtom(leaveImportAtom)
  const askForFile = useSetAtom(restartImportAtom)
  useEffect(() => () => leave(), [leave])
  const isBefore = state.step === 'file' || state.step === 'reading'
  return (
    <Dialog
      open
      size="m"
      onClose={onClose}
      title={item ? t('titleInto', { name: item.item_name }) : t(describes ? 'titleDescription' : 'title')}
      {...(isBefore && { footer: <Button onClick={onClose}>{t('common:action.cancel')}</Button> })}
    >
      <div className={styles.body}>
        <Steps step={state.step} />
        {state.step === 'file' && (
          <FileStep refusal={state.refusal} item_id={item?.item_id ?? '0'} describes={describes} />
        )}
        {state.step === 'reading' && (
          <ReadingStep file_name={state.file_name} isAddress={state.isAddress} onCancel={() => askForFile()} />
        )}
        {state.step === 'check' && <CheckStep key={state.job_id} checked={state} item={item} onClose={onClose} />}
        {state.step === 'result' && <ResultStep job_id={state.job_id} title={state.title} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

/** Import dialog for an item known only by its id, as in a URL; shows the reason when importing is not possible. */
export function ImportInto({ item_id, onClose }: { item_id: string; onClose: () => void }) {
  const { t } = useTranslation(['import', 'common'])
  const [answer, ask] = useCachedQuery(itemsAtom, item_id)
  const info = queryValue(answer)
  const reason = info && getImportBlocker(info)
  if (info && !reason) return <ImportDialog open item={{ item_id, item_name: info.item_name }} onClose={onClose} />
  return (
    <Dialog
      open
      size="m"
      title={info ? t('titleInto', { name: info.item_name }) : t('title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('result.close')}</Button>}
    >
      <QueryBoundary result={answer} onRetry={() => void ask('again')} failed={t('closed.failed')}>
        {() => reason && <Banner>{t(`closed.${reason}`)}</Banner>}
      </QueryBoundary>
    </Dialog>
  )
}
