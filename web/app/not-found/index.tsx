import { useAtomValue } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { boot } from '#web/lib/boot.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ProblemScreen } from '#web/ui/problem-screen.tsx'

/** Shown at a URL where nothing exists. */
export function NotFound() {
  const { t } = useTranslation(['not-found', 'layout'])
  const isVisitor = useAtomValue(userAtom) === null
  useTitle(t('title'))
  return (
    <ProblemScreen
      code="404"
      title={t('title')}
      text={t('text')}
      actions={
        <>
          {!boot.docs_site && (
            <ButtonLink to={isVisitor ? '/user/login' : '/item/index'} variant="primary">
              {t(isVisitor ? 'layout:signIn' : 'items')}
            </ButtonLink>
          )}
          <ButtonLink to="/" {...(boot.docs_site && { variant: 'primary' })}>
            {t('home')}
          </ButtonLink>
        </>
      }
    />
  )
}
