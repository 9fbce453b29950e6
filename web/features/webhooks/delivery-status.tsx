import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import type { WebhookDelivery } from './atoms.ts'

const tones: Partial<Record<WebhookDelivery['status'], BadgeTone>> = { done: 'ok', failed: 'danger', waiting: 'warn' }

/** Whether a moment has not come: one that is due waits for its place, which may pause for longer. */
const isAhead = (seconds: number): boolean => seconds * 1000 > Date.now()

/** Where a delivery stands, and when it is tried next. */
export function DeliveryStatus({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhook')
  const { status, attempts, next_time } = delivery
  const isAgain = status === 'waiting' && attempts !== '0' && isAhead(Number(next_time))
  return (
    <>
      <Badge tone={tones[status] ?? 'neutral'}>{t(`status.${status}`)}</Badge>
      {isAgain && <span title={exactTime(Number(next_time))}> {relativeTime(Number(next_time))}</span>}
    </>
  )
}

/** Whether a delivery can be tried again at once. */
export const canRetry = ({ status }: WebhookDelivery): boolean => status === 'failed' || status === 'waiting'
