import { messageOf } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Way } from './atoms.ts'
import { BrowserSendError } from './browser-send.ts'

/** Why there is no answer, and what to do. */
export function Failure(props: { error: unknown; way: Way; onServer: (() => void) | undefined }) {
  const { error, onServer } = props
  const { t } = useTranslation('api-call')
  if (!(error instanceof BrowserSendError)) return <Banner tone="danger">{messageOf(error)}</Banner>
  const { reason } = error
  return (
    <Banner
      tone="danger"
      action={
        onServer && (
          <Button size="s" onClick={onServer}>
            {t('failure.useServer')}
          </Button>
        )
      }
    >
      {t(`failure.${reason}`)}
    </Banner>
  )
}
