import { useTranslation } from '#web/lib/i18n.ts'
import type { Way } from './sight.ts'

/** A way into an item in words: «owner», «via team Backend». */
export function useWayWords(): (way: Way) => string {
  const { t } = useTranslation('member')
  return (way) => t(`way.${way.kind}`, { team: way.team_name ?? '' })
}
