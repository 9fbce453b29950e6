import { useAtomValue } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'

/** A link back to the items, or to the start page for visitors, who have none. */
export function BackLink() {
  const { t } = useTranslation('order')
  const user = useAtomValue(userAtom)
  return (
    <ButtonLink to={user ? '/item/index' : '/'} variant="primary">
      {t(user ? 'back' : 'home')}
    </ButtonLink>
  )
}
