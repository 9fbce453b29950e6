import { useMemo, useState } from 'react'
import { type CheckKind, checkKinds, comparesOfKind, outputSources } from '#shared/api-runs.ts'
import { callMethods } from '#shared/contract/api-call-rules.ts'
import { getErrorMessage } from '#web/lib/api.ts'
import { fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, useQueryState } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CloseIcon } from '#web/ui/icons.ts'
import { MethodSelect } from '#web/ui/method-select.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type ItemFile, type RunItem, runCalls, type Step } from './atoms.ts'
import { stepOfPage } from './page-step.ts'
import styles from './runs.module.css'

const headersText = (step: Step): string => step.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
const rowsText = (step: Step): string =>
  step.body.rows
    .filter(({ file_id }) => file_id === 0)
    .map(({ name, value }) => `${name}=${value}`)
    .join('\n')

/** Parses one pair of each line; a line without the separator is a name. */
const pairsOf = (text: string, separator: string): { name: string; value: string }[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.indexOf(separator)
      return at < 0
        ? { name: line.trim(), value: '' }
        : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
    })

function Checks({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  const { t } = useTranslation('api-run')
  const set = (at: number, part: Partial<Step['checks'][number]>) =>
    onStep({ ...step, checks: step.checks.map((one, index) => (index === at ? { ...one, ...part } : one)) })
  return (
    <fieldset className={styles.group}>
      <legend>{t('checks.title')}</legend>
      {step.checks.map((check, at) => {
        const { kind, path, compare, value } = check
        const hasPath = kind === 'header' || kind === 'body'
        const hasValue = kind !== 'schema' && compare !== 'exists' && compare !== 'missing'
        return (
          <div key={`${at}`} className={styles.row}>
            <Select
              size="s"
              aria-label={t('checks.kind')}
              value={kind}
              options={checkKinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
              onValue={(next: CheckKind) => set(at, { kind: next, compare: comparesOfKind[next][0] ?? 'equals' })}
            />
            {hasPath && (
              <TextInput
                size="s"
                mono
                aria-label={t('path')}
                placeholder={kind === 'body' ? '$.data.id' : 'X-Name'}
                value={path}
                onValue={(next) => set(at, { path: next })}
              />
            )}
            {kind !== 'schema' && (
              <Select
                size="s"
                aria-label={t('checks.compare')}
                value={compare}
                options={comparesOfKind[kind].map((one) => ({ value: one, label: t(`compare.${one}`) }))}
                onValue={(next) => set(at, { compare: next })}
              />
            )}
            {hasValue && (
              <TextInput
                size="s"
                aria-label={t('checks.value')}
                value={value}
                onValue={(next) => set(at, { value: next })}
              />
            )}
            <IconButton
              size="s"
              label={t('checks.remove')}
              onClick={() => onStep({ ...step, checks: step.checks.filter((_, index) => index !== at) })}
            >
              <CloseIcon />
            </IconButton>
          </div>
        )
      })}
      <div>
        <Button
          size="s"
          icon={<AddIcon />}
          onClick={() =>
            onStep({ ...step, checks: [...step.checks, { kind: 'body', path: '', compare: 'equals', value: '' }] })
          }
        >
          {t('checks.add')}
        </Button>
      </div>
    </fieldset>
  )
}

function Outputs({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  const { t } = useTranslation('api-run')
  const set = (at: number, part: Partial<Step['outputs'][number]>) =>
    onStep({ ...step, outputs: step.outputs.map((one, index) => (index === at ? { ...one, ...part } : one)) })
  return (
    <fieldset className={styles.group}>
      <legend>{t('outputs.title')}</legend>
      {step.outputs.map(({ name, source, path }, at) => (
        <div key={`${at}`} className={styles.row}>
          <TextInput
            size="s"
            mono
            aria-label={t('outputs.name')}
            placeholder="token"
            value={name}
            onValue={(next) => set(at, { name: next })}
          />
          <Select
            size="s"
            aria-label={t('outputs.source')}
            value={source}
            options={outputSources.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
            onValue={(next) => set(at, { source: next })}
          />
          {source !== 'status' && (
            <TextInput
              size="s"
              mono
              aria-label={t('path')}
              placeholder={source === 'body' ? '$.data.token' : 'X-Name'}
              value={path}
              onValue={(next) => set(at, { path: next })}
            />
          )}
          <IconButton
            size="s"
            label={t('outputs.remove')}
            onClick={() => onStep({ ...step, outputs: step.outputs.filter((_, index) => index !== at) })}
          >
            <CloseIcon />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="s"
          icon={<AddIcon />}
          onClick={() => onStep({ ...step, outputs: [...step.outputs, { name: '', source: 'body', path: '' }] })}
        >
          {t('outputs.add')}
        </Button>
      </div>
    </fieldset>
  )
}

type Row = Step['body']['rows'][number]

const isFileRow = ({ file_id }: Row): boolean => file_id > 0

/** The attachments of the project that a form sends. */
function Files({ item_id, step, onStep }: { item_id: string; step: Step; onStep: (step: Step) => void }) {
  const { t } = useTranslation('api-run')
  const { result, run: load } = useQueryState(useMemo(() => queryAtom(() => runCalls.files(item_id)), [item_id]))
  const rows = step.body.rows.filter(isFileRow)
  const put = (next: Row[]) =>
    onStep({ ...step, body: { ...step.body, rows: [...step.body.rows.filter((row) => !isFileRow(row)), ...next] } })
  const set = (at: number, part: Partial<Row>) =>
    put(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <fieldset className={styles.group}>
      <legend>{t('files.title')}</legend>
      <QueryBoundary result={result} onRetry={() => void load('again')} failed={t('files.failed')} waiting={null}>
        {(files) => (
          <>
            {rows.map(({ name, file_id }, at) => (
              <div key={`${at}`} className={styles.row}>
                <TextInput
                  size="s"
                  mono
                  aria-label={t('files.name')}
                  placeholder="file"
                  value={name}
                  onValue={(next) => set(at, { name: next })}
                />
                <Select
                  size="s"
                  aria-label={t('files.file')}
                  value={String(file_id)}
                  options={optionsOf(files, file_id, t('files.gone'))}
                  onValue={(next) => set(at, { file_id: Number(next) })}
                />
                <IconButton
                  size="s"
                  label={t('files.remove')}
                  onClick={() => put(rows.filter((_, index) => index !== at))}
                >
                  <CloseIcon />
                </IconButton>
              </div>
            ))}
            {files.length === 0 && <p className={styles.note}>{t('files.none')}</p>}
            <div>
              <Button
                size="s"
                icon={<AddIcon />}
                disabled={files.length === 0}
                onClick={() => put([...rows, { name: 'file', value: '', file_id: files[0]?.file_id ?? 0 }])}
              >
                {t('files.add')}
              </Button>
            </div>
          </>
        )}
      </QueryBoundary>
    </fieldset>
  )
}

const optionsOf = (files: readonly ItemFile[], chosen: number, gone: string) => [
  ...(files.some(({ file_id }) => file_id === chosen) ? [] : [{ value: String(chosen), label: gone }]),
  ...files.map((one) => ({
    value: String(one.file_id),
    label: `${one.display_name} · ${fileSize(one.file_size)}`,
  })),
]

/** Edits one step: its request, what is taken from the response, and its checks. */
export function StepDialog(props: { item: RunItem; step: Step; onStep: (step: Step) => void; onClose: () => void }) {
  const { item, step: given, onStep, onClose } = props
  const { t } = useTranslation('api-run')
  const [step, setStep] = useState(given)
  const [headers, setHeaders] = useState(headersText(given))
  const [rows, setRows] = useState(rowsText(given))
  const [error, setError] = useState('')
  const take = async (page_id: string) => {
    setError('')
    if (page_id === '0') return setStep({ ...step, page_id: 0 })
    try {
      const filled = await stepOfPage(step, { page_id, ...(await runCalls.readPage(item.item_id, page_id)) })
      if (!filled) return setError(t('step.noRequest'))
      setStep(filled)
      setHeaders(headersText(filled))
      setRows(rowsText(filled))
    } catch (failure) {
      setError(getErrorMessage(failure))
    }
  }
  const save = () => {
    if (step.url.trim() === '') return setError(t('step.noUrl'))
    const values = pairsOf(rows, '=').map((row) => ({ ...row, file_id: 0 }))
    const files = step.body.rows.filter(isFileRow)
    onStep({ ...step, headers: pairsOf(headers, ':'), body: { ...step.body, rows: [...values, ...files] } })
    onClose()
  }
  const { kind } = step.body
  return (
    <Dialog
      open
      size="l"
      title={t('step.title')}
      dirty={JSON.stringify(step) !== JSON.stringify(given)}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit">
            {t('step.apply')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {error !== '' && <Banner tone="danger">{error}</Banner>}
        <Field label={t('step.page')} help={t('step.pageHelp')}>
          <Select
            value={String(step.page_id)}
            options={[
              { value: '0', label: t('step.noPage') },
              ...item.pages.map(({ page_id, page_title }) => ({ value: page_id, label: page_title })),
            ]}
            onValue={(next) => void take(next)}
          />
        </Field>
        <div className={styles.fields}>
          <Field label={t('step.name')} optional>
            <TextInput value={step.title} onValue={(title) => setStep({ ...step, title })} />
          </Field>
          <Field label={t('step.method')}>
            <MethodSelect
              methods={callMethods}
              value={step.method}
              onValue={(next) => setStep({ ...step, method: callMethods.find((one) => one === next) ?? 'GET' })}
            />
          </Field>
        </div>
        <Field label={t('step.url')} help={t('step.urlHelp', { example: '{{name}}' })}>
          <TextInput mono value={step.url} onValue={(url) => setStep({ ...step, url })} />
        </Field>
        <Field label={t('step.headers')} help={t('step.headersHelp')} optional>
          <Textarea mono value={headers} onValue={setHeaders} />
        </Field>
        <Field label={t('step.body')}>
          <Select
            value={kind}
            options={(['none', 'text', 'form', 'multipart'] as const).map((value) => ({
              value,
              label: t(`body.${value}`),
            }))}
            onValue={(next) => setStep({ ...step, body: { ...step.body, kind: next } })}
          />
        </Field>
        {kind === 'text' && (
          <Textarea
            mono
            rows={6}
            aria-label={t('step.body')}
            value={step.body.text}
            onValue={(text) => setStep({ ...step, body: { ...step.body, text } })}
          />
        )}
        {(kind === 'form' || kind === 'multipart') && (
          <Textarea mono rows={4} aria-label={t('step.rows')} placeholder="name=value" value={rows} onValue={setRows} />
        )}
        {kind === 'multipart' && <Files item_id={item.item_id} step={step} onStep={setStep} />}
        <Outputs step={step} onStep={setStep} />
        <Checks step={step} onStep={setStep} />
        <Checkbox
          label={t('step.continues')}
          checked={step.continues}
          onChecked={(continues) => setStep({ ...step, continues })}
        />
      </div>
    </Dialog>
  )
}
