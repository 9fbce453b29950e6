import { useLayoutEffect, useState } from 'react'
import { exactTime, fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { BackIcon, ExportIcon, ForwardIcon, LinkIcon } from '#web/ui/icons.ts'
import { download } from './download.ts'
import type { AnyFile } from './files.ts'
import styles from './preview.module.css'
import { PreviewBody } from './preview-body.tsx'
import { copyLink } from './use-file-actions.ts'

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
