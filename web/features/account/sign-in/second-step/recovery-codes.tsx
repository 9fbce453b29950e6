import { useTranslation } from '#web/lib/i18n.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { ExportIcon } from '#web/ui/screen-icons.ts'
import { Textarea } from '#web/ui/textarea.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from '../form.module.css'

/** New recovery codes, to copy or save: they are shown only this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation(['two-step', 'ui'])
  const [copied, copy] = useCopy()
  const text = codes.join('\n')
  return (
    <div className={styles.form}>
      <Banner tone="warn">{t('codes.once')}</Banner>
      <Textarea
        readOnly
        mono
        rows={codes.length}
        aria-label={t('codes.title')}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy(text)}>
        {t(copied ? 'ui:copied' : 'ui:copy')}
      </Button>
      <Button
        icon={<ExportIcon />}
        onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
      >
        {t('codes.save')}
      </Button>
    </div>
  )
}

/** What was turned on, with the recovery codes that it brought, if any. */
export function SetUpDone(props: { text: string; codes: readonly string[]; onDone: () => void }) {
  const { text, codes, onDone } = props
  const { t } = useTranslation('two-step')
  return (
    <div className={styles.form}>
      <Banner tone="ok">{text}</Banner>
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      <Button variant="primary" onClick={onDone}>
        {t(codes.length > 0 ? 'codes.stored' : 'done')}
      </Button>
    </div>
  )
}
