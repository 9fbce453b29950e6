import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { Environment, Way } from './atoms.ts'
import { type Built, sendable } from './build.ts'

/** What keeps a request from being sent, or from being what was meant. */
export function Warnings(props: { built: Built; way: Way; environment: Environment | undefined; canSend: boolean }) {
  const { built, way, environment, canSend } = props
  const { t } = useTranslation('api-call')
  const names = (list: readonly string[]) => list.map((name) => `{{${name}}}`).join(' ')
  if (!sendable(built.method)) return <Banner tone="warn">{t('warn.method', { method: built.method })}</Banner>
  if (!canSend) return <Banner>{t('warn.address')}</Banner>
  if (built.unknown.length > 0) return <Banner tone="warn">{t('warn.unknown', { names: names(built.unknown) })}</Banner>
  if (built.secrets.length === 0) return null
  if (way === 'browser') return <Banner tone="warn">{t('warn.browserSecrets', { names: names(built.secrets) })}</Banner>
  const unset = built.secrets.filter((name) => !environment?.variables.find((one) => one.name === name)?.is_set)
  return unset.length > 0 ? <Banner tone="warn">{t('warn.unset', { names: names(unset) })}</Banner> : null
}
