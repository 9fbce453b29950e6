import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from './button.tsx'
import styles from './copy-field.module.css'
import { Field } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { CheckIcon, CopyIcon, HideIcon, ShowIcon } from './icons.ts'
import { TextInput } from './text-input.tsx'
import { useCopy } from './use-copy.ts'

/** A read-only text to copy: a click selects it, and the Copy button reads "Copied" for 2 s. */
export function CopyField(props: {
  label: string
  value: string
  /** Masks the text until Show is pressed; Copy works without showing it. */
  secret?: boolean
  help?: ReactNode
  /** Small controls after Copy. */
  actions?: ReactNode
}) {
  const { label, value, secret = false, help, actions } = props
  const { t } = useTranslation('ui')
  const [copied, copy] = useCopy()
  const [shown, setShown] = useState(!secret)
  const [rejected, setRejected] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const copyIt = async () => {
    const done = await copy(value)
    setRejected(!done)
    if (done) return
    setShown(true)
    box.current?.select()
  }
  const note = rejected ? t('copyByHand') : help
  return (
    <Field label={label} {...(note && { help: note })}>
      <div className={styles.row}>
        <TextInput
          ref={box}
          readOnly
          mono
          className={styles.box}
          type={shown ? 'text' : 'password'}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => event.currentTarget.select()}
          {...(secret && {
            end: (
              <IconButton size="s" label={t(shown ? 'secret.hide' : 'secret.show')} onClick={() => setShown(!shown)}>
                {shown ? <HideIcon /> : <ShowIcon />}
              </IconButton>
            ),
          })}
        />
        <Button
          className={styles.copy}
          icon={copied ? <CheckIcon /> : <CopyIcon />}
          aria-label={`${t(copied ? 'copied' : 'copy')}: ${label}`}
          onClick={copyIt}
        >
          {t(copied ? 'copied' : 'copy')}
        </Button>
        {actions}
        <span className="visually-hidden" role="status">
          {copied && t('copied')}
        </span>
      </div>
    </Field>
  )
}
