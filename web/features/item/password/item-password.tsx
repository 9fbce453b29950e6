import { useAtomValue } from 'jotai'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { FormCard, getRedirectTarget, IllegalRedirect } from '#web/features/account/sign-in/index.tsx'
import { fullName } from '#web/lib/display-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link, navigate, useParams, useSearchParams, useTitle } from '#web/lib/route.ts'
import { itemPath } from './target.ts'
import { VisitForm } from './visit-form.tsx'

/**
 * The access password screen. It is identical for a private item and for one that does not exist, and does not show the
 * name, so that visitors cannot learn which it is.
 */
export function ItemPassword() {
  const { t } = useTranslation('item-password')
  const { item_id = '' } = useParams<{ item_id: string }>()
  const [query] = useSearchParams()
  const page_id = query.get('page_id')
  const target = getRedirectTarget(query.get('redirect'), itemPath(item_id, page_id))
  const user = useAtomValue(sessionAtom)
  useTitle(target === undefined ? undefined : t('title'))
  if (target === undefined) return <IllegalRedirect />
  return (
    <FormCard
      title={t('title')}
      note={user ? t('signedIn', { name: fullName(user) }) : t('visitor')}
      foot={
        !user && (
          <>
            {t('haveAccount')} <Link href={`/user/login?redirect=${encodeURIComponent(target)}`}>{t('signIn')}</Link>
          </>
        )
      }
    >
      <VisitForm item_id={item_id} page_id={page_id ?? ''} onDone={() => navigate(target, { replace: true })} />
    </FormCard>
  )
}
