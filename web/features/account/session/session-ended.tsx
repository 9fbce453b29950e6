import type { ComponentType } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ExternalIcon } from '#web/ui/icons.ts'

/** The dialog over a page whose session has ended; unsaved input stays on the page. */
export function SessionEnded(props: {
  form?: ComponentType<{ onDone: () => void }>
  onDone: () => void
  onClose: () => void
}) {
  const { form: Form, onDone, onClose } = props
  const { t } = useTranslation('session')
  const openTab = () => window.open(href('/user/login'), '_blank')
  return (
    <Dialog
      open
      compact
      onClose={onClose}
      title={t('ended.title')}
      note={t('ended.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('ended.later')}</Button>
          {!Form && (
            <Button variant="primary" icon={<ExternalIcon />} onClick={openTab}>
              {t('ended.newTab')}
            </Button>
          )}
        </>
      }
    >
      {Form ? <Form onDone={onDone} /> : t('ended.wait')}
    </Dialog>
  )
}
