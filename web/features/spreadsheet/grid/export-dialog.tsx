import i18next from 'i18next'
import { useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.ts'
import { runFileWorker } from './file-worker-client.ts'
import { bufferAtom, getBookText, selectedAtom, sheetSessionAtom } from './sheet-session.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: no file name may have them
const cleanName = (name: string) =>
  name
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, ' ')
    .trim()
    .slice(0, 100) || 'sheet'

/** Exports the book as a file, in a worker, and downloads it. Shows the progress. */
export function ExportDialog({ kind, title, onClose }: { kind: 'xlsx' | 'csv'; title: string; onClose: () => void }) {
  const { t } = useTranslation('sheet')
  const store = useStore()
  const [step, setStep] = useState<{ done: number; of: number }>()
  const [isFailed, setFailed] = useState(false)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const writing = new AbortController()
    const write = async () => {
      const content = getBookText(store.get) ?? store.get(sheetSessionAtom)?.saved ?? ''
      const sheets = store.get(bufferAtom).sheets ?? []
      const chosen = sheets.find(({ id }) => id === store.get(selectedAtom)?.sheet) ?? sheets[0]
      const sheet = chosen?.name ?? ''
      const question =
        kind === 'csv'
          ? ({ kind: 'write', as: kind, content, sheet } as const)
          : ({ kind: 'write', as: kind, content } as const)
      try {
        const answer = await runFileWorker(question, (done, of) => setStep({ done, of }), writing.signal)
        if (answer.kind !== 'written' || writing.signal.aborted) return
        const { bytes, notes } = answer
        const name = kind === 'csv' && sheets.length > 1 ? `${title} - ${sheet}` : title
        saveFile(new Blob([new Uint8Array(bytes)], { type: types[kind] }), `${cleanName(name)}.${kind}`)
        if (notes.cut > 0) toast.info(localized(() => i18next.t('sheet:export.cut', { count: notes.cut })))
        if (notes.neutralised > 0)
          toast.info(localized(() => i18next.t('sheet:export.neutralised', { count: notes.neutralised })))
        close.current()
      } catch {
        if (!writing.signal.aborted) setFailed(true)
      }
    }
    void write()
    return () => writing.abort()
  }, [store, kind, title, t])
  return (
    <Dialog open title={t('export.title')} onClose={onClose}>
      {isFailed ? (
        <Banner tone="danger">{t('export.failed')}</Banner>
      ) : (
        <Progress
          label={step && step.of > 1 ? t('export.sheet', step) : t('export.writing')}
          {...(step && step.of > 1 && { value: step.done, max: step.of })}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
