import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { KeyIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { endSessionAtom, type UserSession } from './atoms.ts'
import styles from './sessions.module.css'

/** The active access tokens, each with a button to end it. */
export function TokenList({ tokens }: { tokens: readonly UserSession[] }) {
  const { t } = useTranslation('account')
  const endSession = useSetAtom(endSessionAtom)
  const [x, setConfirming] = useState<{ id: string; name: string }>()
  if (tokens.length === 0) return <EmptyState icon={<KeyIcon data-size="32" />} text={t('tokens.none')} />
  return (
    <>
      <ul className={styles.list}>
        {tokens.map(({ id, name, last_use_time, token_expire }) => (
          <li key={id} className={styles.session}>
            <div className={styles.words}>
              <div className={styles.name}>{name}</div>
              <div className={styles.meta} title={exactTime(token_expire)}>
                {t('tokens.used', { time: relativeTime(last_use_time) })} ·{' '}
                {t('tokens.ends', { time: relativeTime(token_expire) })}
              </div>
            </div>
            <Button size="s" aria-label={t('tokens.endOf', { name })} onClick={() => setConfirming({ id, name })}>
              {t('tokens.end')}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={x !== undefined}
        onClose={() => setConfirming(undefined)}
        title={t('tokens.askTitle', { name: x?.name ?? '' })}
        action={t('tokens.end')}
        onConfirm={async () => {
          if (!x) return
          await endSession({ id: x.id })
          setConfirming((now) => (now === x ? undefined : now))
          toast.ok(localized(() => i18next.t('account:tokens.ended', { name: x.name })))
        }}
        errorText={getErrorMessage}
      >
        {t('tokens.askText')}
      </ConfirmDialog>
    </>
  )
}
