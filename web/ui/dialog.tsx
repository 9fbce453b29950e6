import * as Radix from '@radix-ui/react-dialog'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.ts'
import { isSubmitting } from './is-submitting.ts'
import { useFocusReturn } from './use-focus-return.ts'

/** The props of a dialog. */
interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** A sentence under the title; also announced on opening. */
  note?: ReactNode
  /** 480 (default), 640, 880 px, or the whole window. */
  size?: 's' | 'm' | 'l' | 'full'
  /** For a question or a notice: on a phone the dialog is as tall as its content and does not fill the screen. */
  compact?: boolean
  /** Closing would lose input, so it asks for confirmation. */
  dirty?: boolean
  /** Makes the dialog a form. Called by a submit button in the footer, Enter and Ctrl+Enter. */
  onSubmit?: () => void
  /** Buttons, right-aligned: Cancel, then the primary one. */
  footer?: ReactNode
  /** The element to focus first; defaults to the first field, then the button of a question, then the dialog itself. */
  focusFirst?: RefObject<HTMLElement | null>
  children: ReactNode
}

const submitOnModEnter = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** Locks the submitted values until the response arrives: later changes would be lost when the dialog closes. */
const hold = (event: Event) => {
  const { currentTarget, target } = event
  if (!(target instanceof Element && currentTarget instanceof Element)) return
  const isChoosing = event.type === 'mousedown' || (event instanceof window.KeyboardEvent && event.key !== 'Tab')
  const isChange = event.type === 'beforeinput' || event.type === 'click'
  const field = isChange ? 'input,select,textarea,label,[contenteditable]' : isChoosing && 'select,[role=combobox]'
  if (!field || !target.closest(field) || !isSubmitting(currentTarget.closest('[role=dialog]'))) return
  event.preventDefault()
  event.stopPropagation()
}

const holdFields = (body: HTMLElement | null) => {
  for (const type of ['beforeinput', 'click', 'keydown', 'mousedown']) body?.addEventListener(type, hold, true)
}

const firstField = 'textarea,select,input:not([type=checkbox],[type=radio],[type=hidden],[readonly]),[autofocus]'

/**
 * A modal dialog: focus stays inside and returns on closing; it fills the screen of a phone. While a button in its
 * footer is busy, only the footer can close it, and its fields are locked.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    note,
    size = 's',
    compact,
    dirty = false,
    onSubmit,
    footer,
    focusFirst,
    children,
  } = props
  const { t } = useTranslation('ui')
  const [x, setConfirming] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const focus = useFocusReturn()
  const leave = () => {
    if (isSubmitting(content.current)) return
    if (dirty) setConfirming(true)
    else onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit?.()
  }
  const inside = (
    <>
      <div ref={holdFields} className={styles.body}>
        {note && <Radix.Description className={styles.note}>{note}</Radix.Description>}
        {children}
      </div>
      {footer && (
        <div className={styles.foot} data-foot="">
          {footer}
        </div>
      )}
    </>
  )
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || leave()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.backdrop} data-dialog="" data-small={compact || undefined}>
          <Radix.Content
            ref={content}
            className={styles.dialog}
            data-size={size}
            {...(note ? {} : { 'aria-describedby': undefined })}
            onCloseAutoFocus={focus.giveBack}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              focus.remember()
              const first =
                focusFirst?.current ??
                content.current?.querySelector<HTMLElement>(firstField) ??
                (compact ? content.current?.querySelector<HTMLElement>('[type=submit]') : undefined)
              ;(first ?? content.current)?.focus()
            }}
          >
            <div className={styles.head}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              <IconButton label={t('close')} onClick={leave}>
                <CloseIcon />
              </IconButton>
            </div>
            {onSubmit ? (
              <form className={styles.form} noValidate onSubmit={submit} onKeyDown={submitOnModEnter}>
                {inside}
              </form>
            ) : (
              inside
            )}
            <ConfirmDialog
              open={x}
              onClose={() => setConfirming(false)}
              title={t('discard.title')}
              action={t('discard.action')}
              cancel={t('discard.keep')}
              onConfirm={() => {
                setConfirming(false)
                onClose()
              }}
            >
              {t('discard.text')}
            </ConfirmDialog>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
