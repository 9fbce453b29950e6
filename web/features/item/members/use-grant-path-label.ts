import { useTranslation } from '#web/lib/i18n.ts'
import type { GrantPath } from './access-overview.ts'

/** Returns a function that describes a grant path: «owner», «via team Backend». */
export function useGrantPathLabel(): (way: GrantPath) => string {
  const { t } = useTranslation('member')
  return (way) => t(`way.${way.kind}`, { team: way.team_name ?? '' })
}
