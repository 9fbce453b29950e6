import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.ts'
import { useFocusReturn } from './use-focus-return.ts'

/** A side panel, 420 px wide: history, attachments, jobs on the right; the tree on the left on small screens. */
export function Drawer(props: {
  open: boolean
  onClose: () => void
  title: ReactNode
  side?: 'right' | 'left'
  footer?: ReactNode
  children: ReactNode
}) {
  const { open, onClose, title, side = 'right', footer, children } = props
  const { t } = useTranslation('ui')
  const focus = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.backdrop} data-dialog="" />
        <Radix.Content
          className={styles.drawer}
          data-side={side}
          aria-describedby={undefined}
          onCloseAutoFocus={focus.giveBack}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focus.remember()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
        >
          <div className={styles.head}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            <IconButton label={t('close')} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          <div className={styles.body}>{children}</div>
          {footer && (
            <div className={styles.foot} data-foot="">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
