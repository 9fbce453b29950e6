import { useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from './button.tsx'
import styles from './qr-code.module.css'
import { type QrModules, qrModules, qrPath, qrPng, qrQuiet } from './qr-image.ts'
import { ExportIcon } from './screen-icons.ts'

/** A QR code of `text`, 160 px with a white margin in both themes, with "Save picture". */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('ui')
  const [drawn, setDrawn] = useState<{ text: string; modules: QrModules | undefined }>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let wanted = true
    qrModules(text).then(
      (modules) => wanted && setDrawn({ text, modules }),
      () => wanted && setFailed(true),
    )
    return () => {
      wanted = false
    }
  }, [text])
  const modules = drawn?.text === text ? drawn.modules : undefined
  const side = modules ? modules.size + 2 * qrQuiet : 0
  const save = async () => {
    const image = modules && (await qrPng(modules))
    if (image) saveFile(image, 'qr-code.png')
  }
  if (failed || (drawn && !modules && drawn.text === text)) return <p className={styles.note}>{t('qr.failed')}</p>
  return (
    <figure className={styles.code}>
      {modules ? (
        <svg
          className={styles.picture}
          role="img"
          aria-label={label}
          viewBox={`0 0 ${side} ${side}`}
          shapeRendering="crispEdges"
        >
          <rect width={side} height={side} fill="#fff" />
          <path d={qrPath(modules)} fill="#000" />
        </svg>
      ) : (
        <span className={styles.picture} aria-hidden="true" />
      )}
      <Button size="s" icon={<ExportIcon />} disabled={!modules} onClick={save}>
        {t('qr.save')}
      </Button>
    </figure>
  )
}
