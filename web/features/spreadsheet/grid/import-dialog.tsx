import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { columnName } from '#shared/spreadsheet/form.ts'
import { FileError, type FileErrorReason, limits } from '#shared/spreadsheet/xlsx/xlsx-limits.ts'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { Field } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ParsedFile } from './file-request.ts'
import { runFileWorker } from './file-worker-client.ts'
import { importSheetsAtom } from './import-atoms.ts'
import type { ImportMode } from './import-book.ts'
import styles from './sheet-editor.module.css'

type Step =
  | { at: 'choose'; refused?: FileErrorReason }
  | { at: 'reading'; name: string; done: number; of: number }
  | { at: 'read'; file: ParsedFile; name: string; refused?: FileErrorReason }

/** The first rows of a sheet, as displayed. */
function Preview({ rows }: { rows: string[][] }) {
  const { t } = useTranslation('sheet')
  if (rows.length === 0) return <p>{t('import.blank')}</p>
  const columns = Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => at)
  return (
    // a scrolling box must be reachable by keyboard
    <div className={styles.preview} tabIndex={0} role="group" aria-label={t('import.preview')}>
      <table className={styles.cells}>
        <thead>
          <tr>
            <td />
            {columns.map((at) => (
              <th key={at} scope="col">
                {columnName(at)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={columnName(row)}>
              <th scope="row">{row + 1}</th>
              {columns.map((at) => (
                <td key={at}>{cells[at] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Chooses which sheets of the file to import, and what happens to the existing ones. */
function Choices(props: {
  file: ParsedFile
  chosen: ReadonlySet<number>
  mode: ImportMode
  onChosen: (to: Set<number>) => void
  onMode: (to: ImportMode) => void
}) {
  const { file, chosen, mode, onChosen, onMode } = props
  const { t } = useTranslation('sheet')
  const [looked, setLooked] = useState(0)
  const names = file.sheets.map(({ name }) => name)
  const toggle = (at: number, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(at)
    else next.delete(at)
    onChosen(next)
  }
  const shown = file.sheets[looked]
  return (
    <div className={styles.fields}>
      {file.neutralised > 0 && <Banner tone="warn">{t('import.neutralised', { count: file.neutralised })}</Banner>}
      {file.isCut && (
        <Banner tone="warn">
          {t('import.cut', { rows: formatCount(limits.rows), columns: formatCount(limits.columns) })}
        </Banner>
      )}
      <fieldset>
        <legend>{t('import.sheets', { count: names.length })}</legend>
        <div className={styles.scroll}>
          {names.map((name, at) => (
            <Checkbox key={name} label={name} checked={chosen.has(at)} onChecked={(isOn) => toggle(at, isOn)} />
          ))}
        </div>
      </fieldset>
      <RadioGroup<ImportMode>
        label={t('import.mode')}
        value={mode}
        onValue={onMode}
        options={[
          { value: 'add', label: t('import.add'), help: t('import.addHelp') },
          { value: 'replace', label: t('import.replace'), help: t('import.replaceHelp') },
        ]}
      />
      {names.length > 1 && (
        <Field label={t('import.preview')}>
          <Select
            value={String(looked)}
            onValue={(at) => setLooked(Number(at))}
            options={names.map((name, at) => ({ value: String(at), label: name }))}
          />
        </Field>
      )}
      {shown && <Preview rows={shown.preview} />}
    </div>
  )
}

/** Imports the sheets of a file into the book: choose a file, preview it, import it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sheet')
  const close = useMountedCallback(onClose)
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [mode, setMode] = useState<ImportMode>('add')
  const [busy, setBusy] = useState(false)
  const take = useSetAtom(importSheetsAtom)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])
  const read = async (file: File) => {
    const reading = new AbortController()
    stop.current = reading
    setStep({ at: 'reading', name: file.name, done: 0, of: 0 })
    try {
      if (file.size > limits.file) throw new FileError('tooLarge')
      const bytes = new Uint8Array(await file.arrayBuffer())
      const progress = (done: number, of: number) => setStep({ at: 'reading', name: file.name, done, of })
      const answer = await runFileWorker({ kind: 'read', name: file.name, bytes }, progress, reading.signal)
      if (answer.kind !== 'read') return
      setChosen(new Set(answer.file.sheets.keys()))
      setStep({ at: 'read', file: answer.file, name: file.name })
    } catch (error) {
      if (reading.signal.aborted) return setStep({ at: 'choose' })
      setStep({ at: 'choose', refused: error instanceof FileError ? error.reason : 'broken' })
    }
  }
  const done = async () => {
    if (step.at !== 'read' || chosen.size === 0 || busy) return
    setBusy(true)
    const texts = step.file.sheets.flatMap(({ text }, at) => (chosen.has(at) ? [text] : []))
    try {
      const takeBack = await take(texts, mode, t('newSheet'))
      close()
      if (takeBack)
        toast.ok(
          localized(() => i18next.t('sheet:import.done', { count: texts.length })),
          { undo: takeBack },
        )
    } catch (error) {
      setStep({ ...step, refused: error instanceof FileError ? error.reason : 'broken' })
    } finally {
      setBusy(false)
    }
  }
  const inside = () => {
    if (step.at === 'reading') {
      const { done: value, of, name } = step
      const cancel = () => stop.current.abort()
      return <Progress label={t('import.reading', { name })} {...(of > 0 && { value, max: of })} onCancel={cancel} />
    }
    const rejected = step.refused && <Banner tone="danger">{t(`import.refused.${step.refused}`)}</Banner>
    if (step.at === 'read')
      return (
        <>
          {rejected}
          <Choices file={step.file} chosen={chosen} mode={mode} onChosen={setChosen} onMode={setMode} />
        </>
      )
    return (
      <div className={styles.fields}>
        {rejected}
        <DropZone
          label={t('import.drop')}
          touchLabel={t('import.pick')}
          limit={t('import.limit')}
          accept=".xlsx,.xlsm,.csv,.tsv,.txt"
          onFiles={([file]) => file && void read(file)}
        />
      </div>
    )
  }
  return (
    <Dialog
      open
      size="m"
      title={step.at === 'read' ? t('import.from', { name: step.name }) : t('import.title')}
      dirty={step.at === 'read'}
      onClose={onClose}
      footer={
        step.at === 'read' && (
          <>
            <Button onClick={() => setStep({ at: 'choose' })}>{t('import.other')}</Button>
            <Button variant="primary" busy={busy} disabled={chosen.size === 0} onClick={() => void done()}>
              {t(mode === 'add' ? 'import.doAdd' : 'import.doReplace', { count: chosen.size })}
            </Button>
          </>
        )
      }
    >
      {inside()}
    </Dialog>
  )
}
