import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { signedInAtom, useSignOut } from '#web/features/account/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useQueryState } from '#web/lib/query.ts'
import { useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import styles from '../form.module.css'
import { FormCard } from '../form-card.tsx'
import { AppSetUp } from './app-set-up.tsx'
import { secondStepAtom } from './atoms.ts'
import { PasskeyAdd } from './passkey-add.tsx'
import { neededProof } from './proof-fields.tsx'

/** The screen of an administrator who must set up a second step before anything else. */
export function ForcedSetUp() {
  const { t } = useTranslation('two-step')
  const state = useQueryState(secondStepAtom)
  const leadOn = useSetAtom(signedInAtom)
  const signOut = useSignOut()
  const [byPasskey, setByPasskey] = useState(false)
  const SetUp = byPasskey ? PasskeyAdd : AppSetUp
  useTitle(t('forced.title'))
  return (
    <FormCard
      title={t('forced.title')}
      note={t('forced.text')}
      foot={
        <Button variant="ghost" onClick={() => void signOut(localized(() => i18next.t('account:profile.signedOut')))}>
          {t('forced.signOut')}
        </Button>
      }
    >
      <QueryBoundary
        result={state.result}
        onRetry={() => void state.run()}
        failed={t('failed')}
        waiting={<SkeletonText lines={3} />}
      >
        {(known) => (
          <div className={styles.form}>
            <SetUp needed={neededProof(known)} onDone={() => void leadOn()} />
            {known.passkeys_possible && (
              <Button variant="ghost" wide onClick={() => setByPasskey(!byPasskey)}>
                {t(byPasskey ? 'forced.byApp' : 'forced.byPasskey')}
              </Button>
            )}
          </div>
        )}
      </QueryBoundary>
    </FormCard>
  )
}
