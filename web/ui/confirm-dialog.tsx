import * as Radix from '@radix-ui/react-dialog'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Field } from './field.tsx'
import { isSubmitting } from './is-submitting.ts'
import { PasswordInput } from './password-input.tsx'
import { useFocusReturn } from './use-focus-return.ts'

/** The props of a confirmation dialog. */
interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  /** The question, naming the object: "Delete folder “Users”?" */
  title: ReactNode
  /** The consequences, in plain words. */
  children?: ReactNode
  /** The button's label, a verb. */
  action: string
  cancel?: string
  /** False for actions that destroy nothing. */
  danger?: boolean
  /** Asks for the account password and passes it to `onConfirm`. */
  requiresPassword?: boolean
  /** Runs the action. The button is busy until its promise settles; a rejection is shown by `errorText`. */
  onConfirm: (password: string) => unknown
  /** Converts a rejection to a message; pass `getErrorMessage` of web/lib/api.ts. */
  errorText?: (error: unknown) => string
}

function Question(props: ConfirmDialogProps) {
  const {
    onClose,
    title,
    children,
    action,
    cancel,
    danger = true,
    requiresPassword: askPassword,
    onConfirm,
    errorText,
  } = props
  const { t } = useTranslation('ui')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const passwordBox = useRef<HTMLInputElement>(null)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (askPassword && password === '') return passwordBox.current?.focus()
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm(password)
    } catch (failure) {
      setError(errorText?.(failure) ?? t('failed'))
      passwordBox.current?.select()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} noValidate onSubmit={confirm}>
      <div className={styles.head}>
        <Radix.Title className={styles.title}>{title}</Radix.Title>
      </div>
      <div className={styles.body}>
        {children && (
          <Radix.Description asChild>
            <div>{children}</div>
          </Radix.Description>
        )}
        {askPassword && (
          <div className={styles.ask}>
            <Field label={t('password.own')}>
              <PasswordInput ref={passwordBox} value={password} onValue={setPassword} autoComplete="current-password" />
            </Field>
          </div>
        )}
        {error && (
          <div className={styles.ask}>
            <Banner tone="danger">{error}</Banner>
          </div>
        )}
      </div>
      <div className={styles.foot} data-foot="">
        <Button data-cancel="" onClick={onClose}>
          {cancel ?? t('cancel')}
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

/**
 * Asks for confirmation before an action. Cancel has the initial focus, or the password box if there is one. While the
 * action runs, Esc does nothing.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const focus = useFocusReturn()
  return (
    <Radix.Root open={props.open} onOpenChange={(next) => next || isSubmitting(content.current) || props.onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.backdrop} data-dialog="" data-small="">
          <Radix.Content
            ref={content}
            role="alertdialog"
            className={styles.dialog}
            {...(props.children ? {} : { 'aria-describedby': undefined })}
            onCloseAutoFocus={focus.giveBack}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              focus.remember()
              content.current?.querySelector<HTMLElement>('input,[data-cancel]')?.focus()
            }}
          >
            <Question {...props} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
