import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'

/**
 * Returns the current change (from 0, -1 before the first step), and functions to go to the next and the previous one.
 */
export function useChanges(count: number, onGo: (change: number) => void) {
  const { t } = useTranslation('page-history')
  const [current, setCurrent] = useState(-1)
  const go = (to: number) => {
    if (count === 0) return
    const change = (to + count) % count
    setCurrent(change)
    onGo(change)
    announce(t('diff.place', { at: change + 1, count }))
  }
  const next = () => go(current + 1)
  const previous = () => go(current < 0 ? count - 1 : current - 1)
  useShortcut('n', next, { enabled: count > 0, label: t('keys.next') })
  useShortcut('p', previous, { enabled: count > 0, label: t('keys.previous') })
  return { current: current < count ? current : -1, next, previous }
}
