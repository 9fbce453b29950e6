import { useEffect, useLayoutEffect, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { exactTime, fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { href } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { BackIcon, ErrorIcon, ExternalIcon, ForwardIcon, LinkIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { ExportIcon } from '#web/ui/screen-icons.ts'
import { copyLink, download } from './file-actions.tsx'
import { FileIcon } from './file-icon.tsx'
import { type AnyFile, decodeText, getFileSign, type PreviewKind, previewKind } from './files.ts'
import styles from './preview.module.css'

function Failed() {
  const { t } = useTranslation('attachment')
  return (
    <div className={styles.plain} role="alert">
      <ErrorIcon data-size="32" />
      <p>{t('previewFailed')}</p>
    </div>
  )
}

const readBytes = async (file: AnyFile, signal: AbortSignal) =>
  new Uint8Array(await (await api.attachment.visitFile({ sign: getFileSign(file.url) }, { signal })).arrayBuffer())

function TextPreview({ file }: { file: AnyFile }) {
  const { t } = useTranslation('attachment')
  const [result, again] = useFetch(String(file.file_id), async (signal) => decodeText(await readBytes(file, signal)))
  return (
    <QueryBoundary result={result} onRetry={again} failed={t('previewFailed')}>
      {(text) =>
        text === '' ? (
          <div className={styles.plain}>{t('emptyFile')}</div>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          <pre className={styles.text} tabIndex={0}>
            {text}
          </pre>
        )
      }
    </QueryBoundary>
  )
}

// The server sends a PDF only as a download: browsers do not display one in the sandbox of uploaded files.
const readPdf = async (file: AnyFile, signal: AbortSignal) =>
  URL.createObjectURL(new Blob([await readBytes(file, signal)], { type: 'application/pdf' }))

/** Links to a PDF, which opens in a tab of its own. */
function PdfPreview({ file }: { file: AnyFile }) {
  const { t } = useTranslation('attachment')
  const [result, again] = useFetch(String(file.file_id), (signal) => readPdf(file, signal))
  const address = queryValue(result)
  useEffect(() => {
    if (!address) return
    // by then the tab that was opened with the URL has loaded it
    return () => void window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }, [address])
  return (
    <QueryBoundary result={result} onRetry={again} failed={t('previewFailed')}>
      {(blobUrl) => (
        <div className={styles.plain}>
          <FileIcon file={file} size="32" />
          <p>{t('pdfInTab')}</p>
          <a className={styles.open} href={blobUrl} target="_blank" rel="noreferrer">
            <ExternalIcon />
            {t('openPdf')}
          </a>
        </div>
      )}
    </QueryBoundary>
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
function PreviewBody({ file }: { file: AnyFile }) {
  const kind = previewKind(file)
  return (
    <div className={styles.stage}>
      {kind === 'text' && <TextPreview file={file} />}
      {kind === 'pdf' && <PdfPreview file={file} />}
      {kind !== 'text' && kind !== 'pdf' && <Media file={file} kind={kind} />}
    </div>
  )
}

/** Dialog with the preview of a file, with links to the previous and next file of its list. */
export function PreviewDialog(props: { files: readonly AnyFile[]; first: AnyFile; onClose: () => void }) {
  const { files, first, onClose } = props
  const { t } = useTranslation('attachment')
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      files.findIndex((file) => file.file_id === first.file_id),
    ),
  )
  const file = files[at] ?? first
  const go = (step: number) => setAt((now) => Math.min(files.length - 1, Math.max(0, now + step)))
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      const isPlayer = event.target instanceof Element && event.target.matches('audio,video')
      if (step && !isPlayer) setAt((now) => Math.min(files.length - 1, Math.max(0, now + step)))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [files.length])
  return (
    <Dialog
      open
      size="l"
      onClose={onClose}
      title={file.display_name}
      note={`${fileSize(file.file_size)} · ${exactTime(file.addtime)}`}
      footer={
        <>
          {files.length > 1 && (
            <div className={styles.steps}>
              <IconButton label={t('previous')} disabled={at === 0} onClick={() => go(-1)}>
                <BackIcon />
              </IconButton>
              <span role="status">{t('place', { at: at + 1, count: files.length })}</span>
              <IconButton label={t('next')} disabled={at === files.length - 1} onClick={() => go(1)}>
                <ForwardIcon />
              </IconButton>
            </div>
          )}
          <Button icon={<LinkIcon />} onClick={() => copyLink(file)}>
            {t('copyLink')}
          </Button>
          <Button variant="primary" icon={<ExportIcon />} onClick={() => download(file)}>
            {t('download')}
          </Button>
        </>
      }
    >
      <PreviewBody key={file.file_id} file={file} />
    </Dialog>
  )
}
