import { getErrorMessage, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Attempt } from './atoms.ts'
import { BrowserSendError } from './browser-send.ts'
import styles from './call.module.css'
import type { SendMode, SendModeReason } from './send-mode.ts'
import { SendModeNote } from './send-mode-note.tsx'

/** Returns the send mode that the user can still try by hand after a failed request. */
function leftOf(attempts: readonly Attempt[]): SendMode | undefined {
  const [only, second] = attempts
  if (!only || second) return undefined
  if (only.error instanceof BrowserSendError) return 'server'
  const isUnsent = isApiError(only.error, 'apiCallNotAllowed') || isApiError(only.error, 'apiCallUnknownHost')
  return isUnsent && only.why === 'chosen' ? 'browser' : undefined
}

/** Whether a request is not retried only because it may have reached the host. */
function isHeldBack(attempts: readonly Attempt[]): boolean {
  const [only, second] = attempts
  const isOwnChoice = only?.why === 'chosen' || only?.why === 'visitor'
  return !second && !isOwnChoice && only?.error instanceof BrowserSendError && only.error.reason === 'refused'
}

// The other reasons add nothing to the error message.
const reasons = new Set<SendModeReason>(['secrets', 'headers', 'body', 'mixed', 'own', 'private'])

/** The reason why there is no response, and what to do. */
export function Failure(props: { attempts: Attempt[]; host: string; onSend: ((way: SendMode) => void) | undefined }) {
  const { attempts, host, onSend } = props
  const { t } = useTranslation('api-call')
  const left = leftOf(attempts)
  return (
    <Banner
      tone="danger"
      action={
        onSend &&
        left && (
          <Button size="s" onClick={() => onSend(left)}>
            {t(`way.${left}`)}
          </Button>
        )
      }
    >
      <div className={styles.attempts}>
        {attempts.map(({ error, ...taken }) => (
          <div key={taken.way}>
            {reasons.has(taken.why) && <SendModeNote {...taken} host={host} />}
            <p>{error instanceof BrowserSendError ? t(`failure.${error.reason}`) : getErrorMessage(error)}</p>
          </div>
        ))}
        {isHeldBack(attempts) && <p>{t('failure.heldBack')}</p>}
      </div>
    </Banner>
  )
}
