import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { InfoIcon, OkIcon, WarnIcon } from '#web/ui/icons.ts'
import { sectionPath } from '../sections.ts'
import type { Check, CheckState } from './checks.ts'
import styles from './overview.module.css'

const icons: Record<CheckState, typeof InfoIcon> = { warn: WarnIcon, info: InfoIcon, ok: OkIcon }

/** The results of the checks, each with a link to its setting. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { t } = useTranslation('admin')
  return (
    <ul className={styles.list}>
      {checks.map(({ finding, state, at }) => {
        const Icon = icons[state]
        return (
          <li key={finding} className={styles.check} data-state={state}>
            <Icon />
            <span className={styles.words}>
              <span className="visually-hidden">{t(`check.state.${state}`)}: </span>
              <strong>{t(`check.title.${finding}`)}</strong>
              <span>{t(`check.text.${finding}`)}</span>
            </span>
            {at && (
              <Link
                href={sectionPath(at.section, at.more)}
                aria-label={`${t('check.go')}: ${t(`check.title.${finding}`)}`}
              >
                {t('check.go')}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
