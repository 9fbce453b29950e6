import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { LockIcon } from '#web/ui/icons.ts'
import { ProblemScreen } from '#web/ui/problem-screen.tsx'

/** Notice for a signed-in user who is not an administrator. */
export function AdministratorsOnly() {
  const { t } = useTranslation('admin')
  useTitle(t('refused.title'))
  return (
    <ProblemScreen
      icon={<LockIcon data-size="32" />}
      title={t('refused.title')}
      text={t('refused.text')}
      actions={
        <ButtonLink to="/item/index" variant="primary">
          {t('refused.action')}
        </ButtonLink>
      }
    />
  )
}
