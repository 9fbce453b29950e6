import { useTranslation } from '#web/lib/i18n.ts'
import type { JsonFault } from './json-fault.ts'

/** What is wrong with a JSON text, and where, in the person's language. */
export function useFaultText(): (fault: JsonFault) => string {
  const { t } = useTranslation('page-helpers')
  return ({ kind, line, column }) => t('json.failed', { line, column, reason: t(`json.fault.${kind}`) })
}
