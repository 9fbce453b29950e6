import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { ErrorIcon, ExternalIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { FileIcon } from './file-icon.tsx'
import { type AnyFile, type PreviewKind, previewKind } from './files.ts'
import styles from './preview.module.css'
import { pdfAtom, textAtom } from './preview-atoms.ts'

function Failed({ reason }: { reason?: string }) {
  const { t } = useTranslation('attachment')
  return (
    <div className={styles.plain} role="alert">
      <ErrorIcon data-size="32" />
      <p>{t('previewFailed')}</p>
      {reason && <p className={styles.reason}>{reason}</p>}
    </div>
  )
}

function TextPreview({ content }: { content: ReturnType<typeof textAtom> }) {
  const { t } = useTranslation('attachment')
  const read = useAtomValue(content)
  if ('error' in read) return <Failed reason={getErrorMessage(read.error)} />
  if (read.text === '') return <div className={styles.plain}>{t('emptyFile')}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <pre className={styles.text} tabIndex={0}>
      {read.text}
    </pre>
  )
}

function PdfPreview({ content, file }: { content: ReturnType<typeof pdfAtom>; file: AnyFile }) {
  const { t } = useTranslation('attachment')
  const read = useAtomValue(content)
  const address = 'address' in read ? read.address : undefined
  useEffect(() => {
    if (!address) return
    // by then the tab that was opened with the URL has loaded it
    return () => void window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }, [address])
  if ('error' in read) return <Failed reason={getErrorMessage(read.error)} />
  return (
    <div className={styles.plain}>
      <FileIcon file={file} size="32" />
      <p>{t('pdfInTab')}</p>
      <a className={styles.open} href={address} target="_blank" rel="noreferrer">
        <ExternalIcon />
        {t('openPdf')}
      </a>
    </div>
  )
}

function Media({ file, kind }: { file: AnyFile; kind: Exclude<PreviewKind, 'pdf' | 'text'> }) {
  const { t } = useTranslation('attachment')
  const [failed, setFailed] = useState(false)
  const fail = () => setFailed(true)
  const address = href(file.url)
  if (failed) return <Failed />
  if (kind === 'image') return <img className={styles.picture} src={address} alt={file.display_name} onError={fail} />
  if (kind === 'video')
    // biome-ignore lint/a11y/useMediaCaption: an uploaded file brings no captions
    return <video className={styles.picture} src={address} controls aria-label={file.display_name} onError={fail} />
  if (kind === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: an uploaded file brings no captions
    return <audio className={styles.sound} src={address} controls aria-label={file.display_name} onError={fail} />
  return (
    <div className={styles.plain}>
      <FileIcon file={file} size="32" />
      <p>{t('noPreview')}</p>
    </div>
  )
}

/** Preview of a file: image, video, audio, text, or a link to open a PDF. */
export function PreviewBody({ file }: { file: AnyFile }) {
  const kind = previewKind(file)
  const text = useMemo(() => textAtom(file), [file])
  const pdf = useMemo(() => pdfAtom(file), [file])
  return (
    <div className={styles.stage}>
      <Suspense fallback={<Loading />}>
        {kind === 'text' && <TextPreview content={text} />}
        {kind === 'pdf' && <PdfPreview content={pdf} file={file} />}
        {kind !== 'text' && kind !== 'pdf' && <Media file={file} kind={kind} />}
      </Suspense>
    </div>
  )
}
