import { Suspense } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ReferenceLoader, ReferenceWaiting } from './reference-loader.tsx'

/** The API reference, in the interface language. */
export function ApiReference() {
  const { t } = useTranslation('help')
  useTitle(t('title'))
  return (
    <Suspense fallback={<ReferenceWaiting />}>
      <ReferenceLoader />
    </Suspense>
  )
}
