import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { ErrorIcon, InfoIcon, OkIcon, WarnIcon } from '#web/ui/icons.ts'
import { PasteLines } from '../paste-lines.tsx'
import { type SectionId, sectionPath } from '../sections.ts'
import type { HealthFinding } from './atoms.ts'
import styles from './finding-list.module.css'

const icons: Record<HealthFinding['status'], typeof InfoIcon> = {
  ok: OkIcon,
  info: InfoIcon,
  warning: WarnIcon,
  error: ErrorIcon,
}

/** Where in Admin something can be done about a check; those that are missing are set elsewhere. */
const places: Partial<Record<HealthFinding['name'], readonly [SectionId, Record<string, string>?]>> = {
  database: ['about'],
  backups: ['backups'],
  address: ['settings', { topic: 'site' }],
  storage: ['settings', { topic: 'storage' }],
  audit: ['audit'],
  administrators: ['users', { role: 'admin' }],
  captcha: ['about'],
  registration: ['settings', { topic: 'access' }],
  passwords: ['settings', { topic: 'access' }],
  directory: ['sign-in', { way: 'ldap' }],
  oauth: ['sign-in', { way: 'oauth2' }],
  scim: ['sign-in', { way: 'scim' }],
  mail: ['mail'],
  ai: ['settings', { topic: 'ai' }],
}

/** What the checks found: status, finding, and for what is not well what to do about it. */
export function FindingList({ findings }: { findings: readonly HealthFinding[] }) {
  const { t } = useTranslation('admin')
  return (
    <ul className={styles.list}>
      {findings.map(({ name, status, title, finding, advice, paste }) => {
        const Icon = icons[status]
        const place = status === 'ok' ? undefined : places[name]
        return (
          <li key={`${name} ${finding}`} className={styles.finding} data-status={status}>
            <Icon />
            <div className={styles.words}>
              <p>
                <span className="visually-hidden">{t(`health.status.${status}`)}: </span>
                <strong>{title}</strong> <span>{finding}</span>
              </p>
              {advice && <p className={styles.advice}>{advice}</p>}
              {paste && <PasteLines title={title} text={paste} />}
            </div>
            {place && (
              <Link href={sectionPath(place[0], place[1])} aria-label={`${t('health.open')}: ${title}`}>
                {t('health.open')}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
