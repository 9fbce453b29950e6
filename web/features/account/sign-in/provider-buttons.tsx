import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, queryValue } from '#web/lib/query.ts'
import { href } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ExternalIcon } from '#web/ui/icons.ts'
import type { ProviderEntry } from './atoms.ts'
import form from './form.module.css'
import styles from './login.module.css'

/** A button for each provider that people can sign in with. */
export function ProviderButtons(props: { providers: readonly ProviderEntry[]; redirect: string | null }) {
  const { providers, redirect } = props
  const { t } = useTranslation('account')
  const query = redirect ? `?${new URLSearchParams({ redirect })}` : ''
  return (
    <>
      <p className={styles.or}>{t('signIn.or')}</p>
      <div className={form.form}>
        {providers.map(({ provider_id, name, entrance_tips, path }) => (
          <a key={provider_id} className={styles.entry} href={href(path + query)}>
            <ExternalIcon />
            {entrance_tips || t('signIn.with', { name })}
          </a>
        ))}
      </div>
    </>
  )
}

/** Why a sign-in with a provider failed, by the id in the address. */
export function SignInFailure({ id }: { id: string }) {
  const { i18n } = useTranslation('account')
  return <FailureText key={`${id} ${i18n.language}`} id={id} />
}

function FailureText({ id }: { id: string }) {
  const [failureAtom] = useState(() => queryAtom(() => api.ExtLogin.failure({ id })))
  const failure = queryValue(useAtomValue(failureAtom))
  return <div role="alert">{failure && <Banner tone="danger">{failure.message}</Banner>}</div>
}
