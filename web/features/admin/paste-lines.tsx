import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from './paste-lines.module.css'

/** Lines to paste into a terminal or a configuration, with a button that copies them. */
export function PasteLines({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('admin')
  const [copied, copy] = useCopy()
  const label = t(copied ? 'copied' : 'copy')
  return (
    <div className={styles.paste}>
      <pre>{text}</pre>
      <Button
        size="s"
        icon={copied ? <CheckIcon /> : <CopyIcon />}
        aria-label={`${label}: ${title}`}
        onClick={() => void copy(text)}
      >
        {label}
      </Button>
    </div>
  )
}
