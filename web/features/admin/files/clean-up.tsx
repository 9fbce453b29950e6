import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../dialog-form.module.css'
import { cleanUpAtom } from './atoms.ts'

/**
 * Asks for confirmation before all unused files are deleted, and shows the progress. Closing stops after the current
 * batch.
 */
export function CleanUp({ total, onClose }: { total: number; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const cleanUp = useSetAtom(cleanUpAtom)
  const [first] = useState(total) // the list gets shorter during the run
  const [done, setDone] = useState<number>()
  const [failure, setFailure] = useState<LocalizedText>()
  const goesOn = useRef(true)
  const isRunning = done !== undefined
  const run = async () => {
    if (isRunning) return
    setFailure(undefined)
    setDone(0)
    goesOn.current = true
    try {
      const gone = await cleanUp((count) => {
        setDone(count)
        return goesOn.current
      })
      toast.ok(localized(() => i18next.t('admin:files.cleanUp.done', { count: gone, shown: formatCount(gone) })))
      onClose()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setDone(undefined)
    }
  }
  const stop = () => {
    goesOn.current = false
    if (!isRunning) onClose()
  }
  const words = { count: first, shown: formatCount(first) }
  return (
    <Dialog
      open
      compact
      onClose={stop}
      title={t('files.cleanUp.title', words)}
      onSubmit={() => void run()}
      footer={
        <>
          <Button onClick={stop}>{t(isRunning ? 'files.cleanUp.stop' : 'cancel')}</Button>
          <Button type="submit" variant="danger" busy={isRunning}>
            {t('files.cleanUp.action')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t('files.cleanUp.text')}</p>
        {isRunning && (
          <Progress
            label={t('files.cleanUp.progress', { done: formatCount(done), count: first, shown: formatCount(first) })}
            value={done}
            max={first}
          />
        )}
        {failure && <Banner tone="danger">{failure.text}</Banner>}
      </div>
    </Dialog>
  )
}
