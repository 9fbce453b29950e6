import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState, useTransition } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { agentName } from './agent-name.ts'
import { endSessionAtom, type UserSession } from './atoms.ts'
import styles from './sessions.module.css'

/** The user's sessions, each with a button to end it. */
export function SessionList({ sessions }: { sessions: readonly UserSession[] }) {
  const { t } = useTranslation('account')
  const endSession = useSetAtom(endSessionAtom)
  const [x, setConfirming] = useState(false)
  const [busy, start] = useTransition()
  const nameOf = (agent: string) => (agent ? agentName(agent) : t('sessions.unknown'))
  const end = (id: string) =>
    start(async () => {
      try {
        await endSession({ id })
        toast.ok(localized(() => i18next.t('account:sessions.ended')))
      } catch (error) {
        toast.error(errorText(error))
      }
    })
  const endOthers = async () => {
    await endSession('others')
    setConfirming(false)
    toast.ok(localized(() => i18next.t('account:sessions.othersEnded')))
  }
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.session}>
            <div className={styles.words}>
              <div className={styles.name}>
                {nameOf(session.agent)}
                {session.is_current && <Badge tone="ok">{t('sessions.current')}</Badge>}
              </div>
              <div className={styles.meta} title={exactTime(session.last_use_time)}>
                {session.ip && `${session.ip} · `}
                {t('sessions.used', { time: relativeTime(session.last_use_time) })}
              </div>
            </div>
            {!session.is_current && (
              <Button
                size="s"
                busy={busy}
                aria-label={t('sessions.endOf', { name: nameOf(session.agent), ip: session.ip })}
                onClick={() => end(session.id)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button onClick={() => setConfirming(true)}>{t('sessions.endOthers')}</Button>
        </div>
      )}
      <ConfirmDialog
        open={x}
        onClose={() => setConfirming(false)}
        title={t('sessions.askTitle')}
        action={t('sessions.endOthers')}
        onConfirm={endOthers}
        errorText={getErrorMessage}
      >
        {t('sessions.askText')}
      </ConfirmDialog>
    </>
  )
}
