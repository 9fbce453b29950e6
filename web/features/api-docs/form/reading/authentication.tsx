import type { AuthScheme, Reading } from '#shared/api-doc/reading/reading.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LockIcon } from '#web/ui/reading-icons.ts'
import { Prose } from './field-description.tsx'
import styles from './reading.module.css'

const variableOf = ({ type, name }: AuthScheme): string =>
  type === 'apiKey' ? `{{${name || 'apiKey'}}}` : type === 'basic' ? '{{credentials}}' : '{{token}}'

const known = ['bearer', 'basic', 'oauth2', 'openIdConnect'] as const
const isKnown = (type: string): type is (typeof known)[number] => known.some((one) => one === type)
const isPlace = (place: string): place is 'header' | 'query' | 'cookie' => ['header', 'query', 'cookie'].includes(place)

function Scheme({ scheme }: { scheme: AuthScheme }) {
  const { t } = useTranslation('api-reading')
  const { type, place, field, name, scopes, addresses } = scheme
  const text = isKnown(type)
    ? t(`scheme.${type}`, { header: 'Authorization' })
    : type === 'apiKey'
      ? t('scheme.apiKey', { place: isPlace(place) ? t(`schemePlace.${place}`) : place, field })
      : t('scheme.other', { type: type || name })
  return (
    <div>
      <p>
        {text}
        {name !== '' && <span className={styles.note}>{name}</span>}
      </p>
      <Prose text={scheme.description} />
      {scopes.length > 0 && (
        <p>
          {t('scopes')} {scopes.map((scope) => [<code key={scope}>{scope}</code>, ' '])}
        </p>
      )}
      {addresses.map(([keyword, url]) => (
        <p key={keyword + url}>
          {keyword} <code>{url}</code>
        </p>
      ))}
      <p className={styles.how} data-no-print="">
        {t('authHow', { variable: variableOf(scheme) })}
      </p>
    </div>
  )
}

/** How a request says who sends it, and where people set that once for all pages. */
export function Authentication({ reading }: { reading: Reading }) {
  const { t } = useTranslation('api-reading')
  const { auth, isAuthOptional } = reading
  const [first, ...others] = auth
  if (!first) return null
  return (
    <details className={styles.auth} open={others.length > 0 || undefined}>
      <summary>
        <LockIcon />
        <span className={styles.authTitle}>{t('auth')}</span>
        <span className={styles.authKinds}>
          {auth
            .map((schemes) =>
              schemes.map(({ type, name, field }) => (type === 'apiKey' ? field : type || name)).join(' + '),
            )
            .join(` ${t('authOr')} `)}
        </span>
      </summary>
      <p className={styles.how}>{t('authIntro')}</p>
      {auth.map((schemes, at) => (
        <div key={schemes.map(({ name }) => name).join(' ')} className={styles.schemes}>
          {at > 0 && <p className={styles.kind}>{t('authOr')}</p>}
          {schemes.map((scheme) => (
            <Scheme key={scheme.name + scheme.type} scheme={scheme} />
          ))}
        </div>
      ))}
      {isAuthOptional && <p className={styles.how}>{t('authOptional')}</p>}
    </details>
  )
}
