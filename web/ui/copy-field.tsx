import { useId } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from './button.tsx'
import styles from './copy-field.module.css'
import { CheckIcon, CopyIcon } from './icons.ts'
import { TextInput } from './text-input.tsx'
import { useCopy } from './use-copy.ts'

/** A text to take away: a read-only box and a button that copies it. */
export function CopyField({ value, label, hideLabel }: { value: string; label: string; hideLabel?: boolean }) {
  const { t } = useTranslation('ui')
  const id = useId()
  const [copied, copy] = useCopy()
  return (
    <div>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.row}>
        <TextInput id={id} readOnly mono value={value} onFocus={(event) => event.target.select()} />
        <Button icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy(value)}>
          <span role="status">{t(copied ? 'copied' : 'copy')}</span>
        </Button>
      </div>
    </div>
  )
}
