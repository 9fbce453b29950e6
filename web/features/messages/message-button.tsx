import { useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MessageIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'

const Bell = lazyComponent(async () => (await import('./bell.tsx')).Bell)

/** Delay of the first request for unread messages after the page has loaded, in ms. Source: specification 9. */
const firstMs = 2000

/** Bell in the header. Its popover and notifications load two seconds after the page, or when it is pressed. */
export function MessageButton() {
  const { t } = useTranslation('ui')
  const [state, setState] = useState<'waiting' | 'loaded' | 'pressed'>('waiting')
  useEffect(() => {
    const timer = window.setTimeout(() => setState((now) => (now === 'waiting' ? 'loaded' : now)), firstMs)
    return () => window.clearTimeout(timer)
  }, [])
  const alone = (
    <IconButton label={t('messages')} onClick={() => setState('pressed')}>
      <MessageIcon />
    </IconButton>
  )
  return state === 'waiting' ? (
    alone
  ) : (
    <LazyBoundary fallback={alone}>
      <Bell pressed={state === 'pressed'} />
    </LazyBoundary>
  )
}
