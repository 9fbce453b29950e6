import { useTranslation } from '#web/lib/i18n.ts'
import { safeRedirect, useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FormCard } from './form-card.tsx'

// The default target after sign-in.
const homePath = '/item/index'

/** Returns the path to go to after sign-in; undefined if the URL names one that is not allowed. */
export const getRedirectTarget = (redirect: string | null, fallback: string = homePath): string | undefined =>
  redirect ? safeRedirect(redirect) : fallback

/** Shown when the URL asks for a redirect that is not allowed. */
export function IllegalRedirect() {
  const { t } = useTranslation('account')
  useTitle(t('illegal.title'))
  return (
    <FormCard title={t('illegal.title')} note={t('illegal.text')}>
      <ButtonLink to="/user/login" size="l" wide>
        {t('illegal.goOn')}
      </ButtonLink>
    </FormCard>
  )
}
