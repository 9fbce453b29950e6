import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { QrIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { htmlLink, markdownLink } from './links.ts'
import styles from './share-dialog.module.css'

/** A button that copies a hidden text and confirms it. */
function CopyButton({ text, children }: { text: string; children: string }) {
  const { t } = useTranslation(['share', 'ui'])
  const [copied, copy] = useCopy()
  const copyIt = async () => {
    if (!(await copy(text))) toast.error(localized(() => i18next.t('share:notCopied', { text })))
  }
  return (
    <Button size="s" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copyIt()}>
      {children}
      <span className="visually-hidden" role="status">
        {copied && t('ui:copied')}
      </span>
    </Button>
  )
}

/** A URL to share: to copy, as a QR code in place, and as a Markdown or HTML link. */
export function CopyUrl(props: {
  label: string
  address: string
  /** The text of the links. */
  title: string
  /** Shown under the URL: who can open it. */
  children?: ReactNode
}) {
  const { label, address, title, children } = props
  const { t } = useTranslation('share')
  const [hasCode, setHasCode] = useState(false)
  return (
    <div className={styles.part}>
      <CopyField
        label={label}
        value={address}
        actions={
          <IconButton
            label={t(hasCode ? 'qr.hide' : 'qr.show')}
            aria-expanded={hasCode}
            onClick={() => setHasCode(!hasCode)}
          >
            <QrIcon />
          </IconButton>
        }
      />
      {hasCode && (
        <div className={styles.code}>
          <QrCode text={address} label={t('qr.of', { title })} />
          <p>{t('qr.hint')}</p>
        </div>
      )}
      {children}
      <div className={styles.links}>
        <CopyButton text={markdownLink(title, address)}>{t('markdown')}</CopyButton>
        <CopyButton text={htmlLink(title, address)}>{t('html')}</CopyButton>
      </div>
    </div>
  )
}
