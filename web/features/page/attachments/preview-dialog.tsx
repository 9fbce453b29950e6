import { atom, useAtomValue } from 'jotai'
import { Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { exactTime, fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { BackIcon, ErrorIcon, ExportIcon, ExternalIcon, ForwardIcon, LinkIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { toResult } from './atoms.ts'
import { download } from './download.ts'
import { FileIcon } from './file-icon.tsx'
import { type AnyFile, decodeText, getFileSign, type PreviewKind, previewKind } from './files.ts'
import styles from './preview.module.css'
import { copyLink } from './use-file-actions.ts'

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

const bytesOf = async (file: AnyFile) =>
  new Uint8Array(await (await api.attachment.visitFile({ sign: getFileSign(file.url) })).arrayBuffer())

/** The text of a file; read it under Suspense. */
const textAtom = (file: AnyFile) => atom(() => toResult(bytesOf(file).then((bytes) => ({ text: decodeText(bytes) }))))

// The server sends a PDF only as a download: browsers do not display one in the sandbox of uploaded files.
const pdfAddress = async (file: AnyFile) => ({
  address: URL.createObjectURL(new Blob([await bytesOf(file)], { type: 'application/pdf' })),
})

/** A blob URL of a PDF, to open it in a tab of its own; read it under Suspense. */
const pdfAtom = (file: AnyFile) => atom(() => toResult(pdfAddress(file)))

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
function PreviewBody({ file }: { file: AnyFile }) {
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
