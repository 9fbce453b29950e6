import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { type BuiltRequest, toCallMethod } from './build-request.ts'
import { headersOfServer, isBodyOfServer, type SendMode } from './send-mode.ts'

/** Warning that a request cannot be sent, or will not be sent as intended. */
export function Warnings(props: {
  built: BuiltRequest
  way: SendMode
  /** Secrets without a value; empty when another message already reports them. */
  unset: readonly string[]
  canSend: boolean
}) {
  const { built, way, unset, canSend } = props
  const { t } = useTranslation('api-call')
  const names = (list: readonly string[]) => list.map((name) => `{{${name}}}`).join(' ')
  if (!toCallMethod(built.method)) return <Banner tone="warn">{t('warn.method', { method: built.method })}</Banner>
  if (!canSend) return <Banner>{t('warn.address')}</Banner>
  if (built.unknown.length > 0) return <Banner tone="warn">{t('warn.unknown', { names: names(built.unknown) })}</Banner>
  if (way === 'browser') {
    const headers = headersOfServer(built)
    if (built.secrets.length > 0)
      return <Banner tone="warn">{t('warn.browserSecrets', { names: names(built.secrets) })}</Banner>
    if (headers.length > 0)
      return <Banner tone="warn">{t('warn.browserHeaders', { names: headers.join(', ') })}</Banner>
    return isBodyOfServer(built) ? <Banner tone="warn">{t('warn.browserBody', { method: built.method })}</Banner> : null
  }
  return unset.length > 0 ? <Banner tone="warn">{t('warn.unset', { names: names(unset) })}</Banner> : null
}
