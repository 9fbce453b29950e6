import { useAtomValue, useSetAtom } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { lockAtom, takeLockAtom } from './lock.ts'

/** Says on entry that somebody, perhaps oneself, is editing the page already. */
export function LockDialog({ onRead }: { onRead: () => void }) {
  const { t } = useTranslation('page-editor')
  const lock = useAtomValue(lockAtom)
  const take = useSetAtom(takeLockAtom)
  const first = useRef<HTMLButtonElement>(null)
  if (lock.state !== 'taken' && lock.state !== 'elsewhere') return null
  const isOther = lock.state === 'taken'
  return (
    <Dialog
      open
      onClose={onRead}
      title={isOther ? t('lock.takenTitle', { name: lock.name }) : t('lock.elsewhereTitle')}
      focusFirst={first}
      footer={
        <>
          {!isOther && <Button onClick={() => void take()}>{t('lock.goOn')}</Button>}
          <Button ref={first} variant="primary" onClick={onRead}>
            {t('lock.read')}
          </Button>
        </>
      }
    >
      {isOther ? t('lock.takenText', { name: lock.name }) : t('lock.elsewhereText')}
    </Dialog>
  )
}
