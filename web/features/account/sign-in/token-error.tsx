import { useAtomValue } from 'jotai'
import { userAtom } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FormCard } from './form-card.tsx'

/** Shown when a sign-in link does not work: a signed-in user stays signed in, others are sent to the form. */
export function TokenError({ reason, onGoOn }: { reason: string; onGoOn: () => void }) {
  const { t } = useTranslation('account')
  const user = useAtomValue(userAtom)
  useTitle(t('token.failed'))
  if (user === undefined) return null
  const name = user && (user.name || user.username)
  return (
    <FormCard
      title={t('token.failed')}
      note={
        <>
          <p>{reason}</p>
          <p>{name ? t('token.stillIn', { name }) : t('token.byPassword')}</p>
        </>
      }
    >
      {name ? (
        <Button size="l" variant="primary" wide onClick={onGoOn}>
          {t('token.goOn', { name })}
        </Button>
      ) : (
        <ButtonLink to="/user/login" size="l" variant="primary" wide>
          {t('signIn.title')}
        </ButtonLink>
      )}
    </FormCard>
  )
}
