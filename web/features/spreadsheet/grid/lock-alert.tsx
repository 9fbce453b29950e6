import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { lockAtom } from './lock.ts'

/** Reports once, by name, that someone else is editing. */
export function LockAlert() {
  const { t } = useTranslation('sheet')
  const lock = useAtomValue(lockAtom)
  const [told, setTold] = useState<string>()
  const name = lock.state === 'taken' ? lock.name : undefined
  if (name === undefined || told === name) return null
  return (
    <Dialog
      open
      compact
      onClose={() => setTold(name)}
      title={t(name ? 'lock.alertTitle' : 'lock.takenBySomebody', { name })}
      footer={
        <Button variant="primary" onClick={() => setTold(name)}>
          {t('lock.read')}
        </Button>
      }
    >
      {t('lock.alertText')}
    </Dialog>
  )
}
